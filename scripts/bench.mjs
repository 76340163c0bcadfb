import './lib/ensure-node.mjs'
import { readdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { ensurePostgres } from './lib/ensure-postgres.mjs'
import { command, say } from './lib/say.mjs'

// `npm run bench`: measure what is promised to be fast, print it, and write docs/benchmarks.md. `npm run bench -- foundation` runs one file;
// BENCH_RECORDS sets the number of records (100,000 unless told).
const chosen = process.argv.slice(2)

await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const postgres = await ensurePostgres()
  const engines = ['sqlite', ...('url' in postgres ? ['postgres'] : [])]
  const folder = new URL('../bench/', import.meta.url)
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.bench.mjs') && (chosen.length === 0 || chosen.some((part) => name.startsWith(part))),
  )
  /** @type {string[]} */
  const parts = []
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
      parts.push(part)
    }
  } finally {
    if ('stop' in postgres) await postgres.stop()
  }
  if (chosen.length === 0) writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), page(parts))
})

/** @param {string} title @param {string[][]} rows what, engine, measured, goal */
function table(title, rows) {
  const lines = rows.map(([what, engine, measured, goal = '']) => `| ${what} | ${engine} | ${measured} | ${goal} |`)
  return `## ${title}\n\n| what | engine | measured | goal |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

/** @param {string[]} parts */
function page(parts) {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`
  return `# Benchmarks\n\nWritten by \`npm run bench\` on ${machine}. Times are over HTTP, one client on the same machine.\n\n${parts.join('\n')}`
}
