import './lib/ensure-node.mjs'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { ensurePostgres } from './lib/ensure-postgres.mjs'
import { command, say } from './lib/say.mjs'

// `npm run bench`: runs the benchmarks, prints the results and writes them to docs/benchmarks.md; `npm run bench -- foundation` only one.
// Environment variables:
// - BENCH_RECORDS: number of records, default 100,000
// - BENCH_KEEP=folder: keep the loaded stores for the next run (for PostgreSQL on the server of POSTIL_TEST_POSTGRES_URL)
// - BENCH_ROWS=text: measure only rows whose names contain the text, and only print the results
// - BENCH_ENGINE=postgres: measure one engine and keep the results of the other
// - BENCH_OTHER=folder: a built checkout of another version, which `npm run bench -- versions` compares with this one
// - BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=folder': profile the server
const INTRO = `# Benchmarks

Written by \`npm run bench\` on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}. Times are over HTTP, one client on the same machine;
searches are measured with the store in memory, after a warm-up of two seconds.
`
const chosen = process.argv.slice(2)

await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const postgres = await ensurePostgres({ isDurable: true })
  const engines = ['sqlite', ...('url' in postgres ? ['postgres'] : [])].filter(
    (engine) => engine === (process.env.BENCH_ENGINE ?? engine),
  )
  const folder = new URL('../bench/', import.meta.url)
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.bench.mjs') && (chosen.length === 0 || chosen.some((part) => name.startsWith(part))),
  )
  try {
    for (const file of files.sort()) {
      const { measure, isOnRequest = false } = await import(new URL(file, folder).href)
      if (isOnRequest && !chosen.some((part) => file.startsWith(part))) continue
      say(`measuring ${file}`)
      const { title, rows } = await measure({
        engines,
        postgresUrl: 'url' in postgres ? postgres.url : undefined,
        records: Number(process.env.BENCH_RECORDS ?? 100_000),
      })
      console.log(`\n${table(title, rows)}`)
      if (process.env.BENCH_ROWS === undefined) keep(title, rows, engines)
    }
  } finally {
    if ('stop' in postgres) await postgres.stop()
  }
})

/** @param {string} title @param {string[][]} rows name, engine, result, goal */
function table(title, rows) {
  const lines = rows.map(([what, engine, measured, goal = '']) => `| ${what} | ${engine} | ${measured} | ${goal} |`)
  return `## ${title}\n\n| what | engine | measured | goal |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

/**
 * Replace one section of docs/benchmarks.md. Results of other files and other engines stay, so that each can be measured separately.
 *
 * @param {string} title
 * @param {string[][]} rows
 * @param {readonly string[]} engines the measured engines
 */
function keep(title, rows, engines) {
  const file = new URL('../docs/benchmarks.md', import.meta.url)
  const [, ...parts] = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## )/m) : []
  const isSame = (/** @type {string} */ part) => part.startsWith(`## ${title}\n`)
  const others = parts.filter((part) => !isSame(part)).map((other) => `${other.trimEnd()}\n`)
  const old = (parts.find(isSame) ?? '').split('\n').map((line) => line.slice(2, -2).split(' | '))
  const kept = old.filter(([, engine = '']) => ['sqlite', 'postgres'].includes(engine) && !engines.includes(engine))
  const part = table(title, engines.includes('sqlite') ? [...rows, ...kept] : [...kept, ...rows])
  writeFileSync(file, `${INTRO}\n${[...others, part].sort().join('\n')}`)
}
