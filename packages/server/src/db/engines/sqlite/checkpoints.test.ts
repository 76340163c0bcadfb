import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { Checkpoints } from './checkpoints'
import { openSqlite } from './sqlite'
import { WriterMutex } from './writer-mutex'

const MEGABYTE = 1024 * 1024
const home = mkdtempSync(join(tmpdir(), 'postil-checkpoints-'))
afterAll(() => rmSync(home, { recursive: true }))

it('copies the log into the store beside the writer, so that no commit has to', async () => {
  const file = join(home, 'store.sqlite')
  const engine = await openSqlite({ file })
  try {
    await engine.transaction((tx) =>
      tx.schema.createTable('settings').addColumn('key', 'text').addColumn('value', 'text').execute(),
    )
    const megabyte = 'x'.repeat(MEGABYTE)
    await engine.transaction(async (tx) => {
      for (let n = 0; n < 6; n += 1)
        await tx
          .insertInto('settings')
          .values({ key: `k${n}`, value: megabyte })
          .execute()
    })
    // The pages are in the log when the commit ends, and in the store soon after.
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(6_000_000)
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(6_000_000), { timeout: 30_000 })
    expect(await engine.db.selectFrom('settings').select('key').execute()).toHaveLength(6)
  } finally {
    await engine.close()
  }
})

it('copies a large log once more while nothing writes, so that SQLite can begin it again', async () => {
  const file = join(home, 'large.sqlite')
  writeFileSync(`${file}-wal`, '')
  truncateSync(`${file}-wal`, 4 * MEGABYTE)
  const pages = 2000
  const turns = new WriterMutex()
  let writing = 0
  let isStopped = false
  /** How many wrote at once during each copy. */
  const writingMeanwhile: number[] = []
  const copy = async () => {
    let most = 0
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise(setImmediate)
      most = Math.max(most, writing)
    }
    writingMeanwhile.push(most)
    return pages
  }
  const writeOn = async () => {
    while (!isStopped) {
      await turns.take(true)
      writing += 1
      await new Promise(setImmediate)
      writing -= 1
      turns.release()
    }
  }
  const imports = [writeOn(), writeOn()]
  const checkpoints = new Checkpoints(file, { waiting: async () => pages, copy }, turns)
  checkpoints.noteWrite()
  await vi.waitFor(() => expect(writingMeanwhile.length).toBeGreaterThanOrEqual(3), { timeout: 30_000 })
  isStopped = true
  await Promise.all(imports)
  checkpoints.stop()
  expect(writingMeanwhile.slice(0, 3)).toEqual([1, expect.any(Number), 0])
})

it('leaves a few pages in the log, however long its file once was', async () => {
  const file = join(home, 'once-large.sqlite')
  writeFileSync(`${file}-wal`, '')
  truncateSync(`${file}-wal`, 8 * MEGABYTE)
  const asked: string[] = []
  const log = {
    waiting: async () => {
      asked.push('waiting')
      return 10
    },
    copy: async () => {
      asked.push('copy')
      return 10
    },
  }
  const checkpoints = new Checkpoints(file, log, new WriterMutex())
  for (const times of [1, 2]) {
    checkpoints.noteWrite()
    await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(times), { timeout: 30_000 })
    await new Promise(setImmediate)
  }
  checkpoints.stop()
  expect(asked).toEqual(['waiting', 'waiting'])
})
