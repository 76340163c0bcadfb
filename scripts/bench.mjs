import './lib/ensure-node.mjs'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { ensurePostgres } from './lib/ensure-postgres.mjs'
import { command, say } from './lib/say.mjs'

// `npm run bench`: measure what is promised to be fast, print it, and keep it in docs/benchmarks.md. `npm run bench -- foundation` runs one file;
// BENCH_RECORDS sets the number of records (100,000 unless told). While working on a search: BENCH_KEEP=folder keeps the loaded stores there
// for the next run (PostgreSQL's on the server of POSTIL_TEST_POSTGRES_URL), BENCH_ROWS=text measures only rows whose names hold it, and prints;
// BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=folder' profiles the server.
const INTRO = `# Benchmarks

Written by \`npm run bench\` on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}. Times are over HTTP, one client on the same machine;
searches are measured with the store in memory, after two seconds of the same.
`
const chosen = process.argv.slice(2)

await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const postgres = await ensurePostgres({ isDurable: true })
  const engines = ['sqlite', ...('url' in postgres ? ['postgres'] : [])]
  const folder = new URL('../bench/', import.meta.url)
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.bench.mjs') && (chosen.length === 0 || chosen.some((part) => name.startsWith(part))),
  )
  try {
    for (const file of files.sort()) {
      say(`measuring ${file}`)
      const { measure } = await import(new URL(file, folder).href)
      const { title, rows } = await measure({
        engines,
        postgresUrl: 'url' in postgres ? postgres.url : undefined,
        records: Number(process.env.BENCH_RECORDS ?? 100_000),
      })
      const part = table(title, rows)
      console.log(`\n${part}`)
      if (process.env.BENCH_ROWS === undefined) keep(title, part)
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
 * Put a part in its place in docs/benchmarks.md, leaving what other files measured, so that one file can be measured again alone.
 *
 * @param {string} title
 * @param {string} part
 */
function keep(title, part) {
  const file = new URL('../docs/benchmarks.md', import.meta.url)
  const [, ...parts] = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## )/m) : []
  const others = parts.filter((other) => !other.startsWith(`## ${title}\n`)).map((other) => `${other.trimEnd()}\n`)
  writeFileSync(file, `${INTRO}\n${[...others, part].sort().join('\n')}`)
}
