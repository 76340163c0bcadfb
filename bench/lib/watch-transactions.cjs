const { appendFileSync } = require('node:fs')
const Module = require('node:module')

// Loaded into a measured server by `--require`: appends two times of each longer write transaction of SQLite to the file named by BENCH_TRANSACTIONS, from
// `begin` to `commit` and to the end of `commit`, which waits for the disk. The server is not changed for it.

/** Shorter transactions are left out, so that writing the file does not delay the server. */
const LEAST_MS = 5
const file = process.env.BENCH_TRANSACTIONS ?? ''
let begunMs = 0

/** @type {any} not in the types of Node */
const loader = Module
const load = loader._load
loader._load = function (/** @type {string} */ name, /** @type {unknown[]} */ ...more) {
  const loaded = load.call(this, name, ...more)
  if (name !== '@photostructure/sqlite' && name !== 'node:sqlite') return loaded
  return { ...loaded, DatabaseSync: watched(loaded.DatabaseSync) }
}

/** @param {new (...args: any[]) => { prepare(sql: string): { run(...params: unknown[]): unknown } }} Database */
function watched(Database) {
  return class extends Database {
    /** @override @param {string} sql */
    prepare(sql) {
      const statement = super.prepare(sql)
      const run = sql === 'begin immediate' ? begin : sql === 'commit' ? commit : undefined
      // The server tells each statement without rows to read integers as BigInt, which has no effect on these two.
      if (run) return { run: () => run(statement), setReadBigInts: () => {} }
      return statement
    }
  }
}

/** @param {{ run(): unknown }} statement */
function begin(statement) {
  const done = statement.run()
  begunMs = performance.now()
  return done
}

/** @param {{ run(): unknown }} statement */
function commit(statement) {
  const beforeMs = performance.now() - begunMs
  const done = statement.run()
  const ms = performance.now() - begunMs
  if (ms >= LEAST_MS) appendFileSync(file, `${beforeMs} ${ms}\n`)
  return done
}
