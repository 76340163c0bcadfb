import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { CommandError } from '../say.mjs'
import { watPlugin } from './wat-plugin.mjs'

const sources = join(root, 'packages/server/src')
const outputFolder = join(root, 'packages/server/dist')

/** Packages with a compiled part, which must be loaded from where npm put them. */
const native = /^(@node-rs\/argon2|@photostructure\/sqlite|pg-native)(\/|$)/

/** Bundle the server and its worker threads, npm packages included: one file loads in half the time of a thousand. */
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
    // Half the bytes to read and compile at every start; names stay, for readable stacks.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    // All in one folder, so that any chunk finds a worker beside itself.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Needed by the sourcemap's relative paths; nothing is written by the bundler itself.
    dir: outputFolder,
  })
  await bundle.close()
  replaceOutput(output)
}

/** @returns {Record<string, string>} source file by the name it is built under */
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
 * Put new files in place one rename each and drop the old ones, so that a server that is starting reads no half file.
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
