import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { CommandError } from '../say.mjs'
import { watPlugin } from './wat-plugin.mjs'

const sources = join(root, 'packages/server/src')
const outputFolder = join(root, 'packages/server/dist')

/** Packages with native code, which must be loaded from node_modules. */
const native = /^(@node-rs\/argon2|@photostructure\/sqlite|pg-native)(\/|$)/

/** Bundle the server and its worker threads together with npm packages: one file loads in half the time of a thousand. */
export async function buildServer() {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: findEntries(),
    platform: 'node',
    external: (id) => native.test(id),
    plugins: [watPlugin()],
    transform: { target: 'node20.19' },
    logLevel: 'warn',
  })
  const { output } = await bundle.generate({
    format: 'esm',
    sourcemap: true,
    // Halves the size to read and compile at every start. Names are kept, for readable stack traces.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    // All files in one folder, so that any chunk finds the workers by relative path.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Only used for the relative paths in source maps; the bundler itself writes no files.
    dir: outputFolder,
  })
  await bundle.close()
  replaceOutput(output)
}

/** @returns {Record<string, string>} source files by name of the built entry */
function findEntries() {
  const workers = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.worker.ts'),
  )
  /** @type {Record<string, string>} */
  const entries = { main: join(sources, 'main.ts'), admin: join(sources, 'admin.ts') }
  for (const path of workers) {
    const name = basename(path, '.ts')
    if (name in entries)
      throw new CommandError(`Two worker files are called ${name}.ts; built, they would be one file.`)
    entries[name] = join(sources, path)
  }
  return entries
}

/**
 * Replace the built files, each by an atomic rename, and delete old ones, so that a server that is starting never reads an incomplete file.
 *
 * @param {import('rolldown').RolldownOutput['output']} output
 */
function replaceOutput(output) {
  const kept = new Set()
  for (const file of output) {
    const path = join(outputFolder, file.fileName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, file.type === 'chunk' ? file.code : file.source)
    renameSync(`${path}.${process.pid}`, path)
    kept.add(file.fileName)
  }
  for (const name of readdirSync(outputFolder)) {
    if (!kept.has(name)) rmSync(join(outputFolder, name), { recursive: true })
  }
}
