import './lib/ensure-node.mjs'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { ensurePostgres } from './lib/ensure-postgres.mjs'
import { command, say } from './lib/say.mjs'

// `npm run bench`: measure what is promised to be fast, print it, and keep it in docs/benchmarks.md. `npm run bench -- foundation` runs one file;
// BENCH_RECORDS sets the number of records (100,000 unless told). While working on a search: BENCH_KEEP=folder keeps the loaded stores there
// for the next run (PostgreSQL's on the server of POSTIL_TEST_POSTGRES_URL), BENCH_ROWS=text measures only rows whose names hold it, and prints;
// BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=folder' profiles the server. BENCH_ENGINE=postgres measures one engine and keeps the rows of the other.
const INTRO = `# Benchmarks

Written by \`npm run bench\` on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}. Times are over HTTP, one client on the same machine;
searches are measured with the store in memory, after two seconds of the same.
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

/** @param {string} title @param {string[][]} rows what, engine, measured, goal */
function table(title, rows) {
  const lines = rows.map(([what, engine, measured, goal = '']) => `| ${what} | ${engine} | ${measured} | ${goal} |`)
  return `## ${title}\n\n| what | engine | measured | goal |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

/**
 * Put a part in its place in docs/benchmarks.md, leaving what other files and other engines measured, so that each can be measured again alone.
 *
 * @param {string} title
 * @param {string[][]} rows
 * @param {readonly string[]} engines those that were measured
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
