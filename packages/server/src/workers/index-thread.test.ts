import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Db, Tables } from '../db/tables'
import { IndexThread } from './index-thread'

const folder = mkdtempSync(join(tmpdir(), 'index-thread-'))
const workerPath = join(folder, 'words.worker.mjs')
vi.mock(import('./worker-file'), async (original) => ({ ...(await original()), workerFile: () => workerPath }))

/** An index of words: counts its asks, reads a page for `read …`, refuses, dies or keeps silent when told to. */
writeFileSync(
  workerPath,
  `import { parentPort } from 'node:worker_threads'
  let asks = 0
  const readers = new Map()
  parentPort.on('message', (message) => {
    const { id, ask } = message
    if (message.type === 'fetched') parentPort.postMessage({ type: 'answer', id: readers.get(id), answer: message.page })
    if (message.type === 'fetchFailed')
      parentPort.postMessage({ type: 'failure', id: readers.get(id), message: message.message, refused: false })
    if (message.type !== 'ask') return
    asks += 1
    if (ask === 'die') process.exit(1)
    if (ask === 'throw') throw new Error('No more.')
    if (ask === 'refuse') parentPort.postMessage({ type: 'failure', id, message: 'Too wide.', refused: true })
    if (ask === 'count') parentPort.postMessage({ type: 'answer', id, answer: String(asks) })
    if (ask.startsWith('read ')) {
      readers.set(100 + id, id)
      parentPort.postMessage({ type: 'fetch', id: 100 + id, askId: id, fetch: ask.slice(5) })
    }
  })`,
)

const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const db: Db = kysely

class Refusal extends Error {}

function words(
  read: (db: Db, fetch: string) => Promise<string> = async (_, fetch) => `page of ${fetch}`,
  isPatient = false,
) {
  return new IndexThread<string, string, string, string>({
    file: 'words',
    title: 'The words',
    isPatient,
    read,
    refusal: (message) => new Refusal(message),
  })
}

describe('an index thread', () => {
  afterEach(() => vi.useRealTimers())
  afterAll(() => rmSync(folder, { recursive: true }))

  it('refuses a query from inside a transaction, which would be held until it is answered', async () => {
    const thread = words()
    const asked = kysely.transaction().execute((tx) => thread.ask('count', tx))
    await expect(asked).rejects.toThrow('The words was asked inside a transaction.')
    expect(await thread.ask('count', db)).toBe('1')
  })

  it('keeps one thread and gives each asker its own answer', async () => {
    const thread = words()
    const answers = await Promise.all([thread.ask('read a', db), thread.ask('count'), thread.ask('read b', db)])
    expect(answers).toEqual(['page of a', '2', 'page of b'])
    expect(await thread.ask('count')).toBe('4')
  })

  it('reads through the store handle of the one who asks, and through none without', async () => {
    const seen: Db[] = []
    const thread = words(async (through) => {
      seen.push(through)
      return ''
    })
    await thread.ask('read a', db)
    expect(seen).toEqual([db])
    await expect(thread.ask('read a')).rejects.toThrow('The request is over.')
  })

  it('says why an answer failed: a read that fails, an ask that is refused', async () => {
    const closed = Object.assign(new Error('The store is closed.'), { code: 'SQLITE_CLOSED' })
    const thread = words(async () => {
      throw closed
    })
    await expect(thread.ask('read a', db)).rejects.toBe(closed)
    await expect(thread.ask('refuse')).rejects.toThrow(Refusal)
  })

  it.each([
    ['die', 'The words stopped.'],
    ['throw', 'No more.'],
  ])('after a thread that %ss fails whoever waits, and starts anew for the next', async (ask, message) => {
    const thread = words()
    await thread.ask('count')
    const waiting = [thread.ask('silence'), thread.ask(ask)]
    for (const asked of waiting) await expect(asked).rejects.toThrow(message)
    expect(await thread.ask('count')).toBe('1')
  })

  it('lets nobody wait for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = expect(words().ask('silence')).rejects.toThrow('The words did not answer in time.')
    vi.advanceTimersByTime(120_000)
    await asked
  })

  it('waits for work in the background as long as it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let finish = (_: string) => {}
    const page = new Promise<string>((resolve) => {
      finish = resolve
    })
    const thread = words(() => page, true)
    const [read, silent] = [thread.ask('read a', db), thread.ask('silence')]
    vi.advanceTimersByTime(24 * 3_600_000)
    finish('a late page')
    expect(await read).toBe('a late page')
    const stopped = [thread.ask('die'), silent].map((asked) => expect(asked).rejects.toThrow('The words stopped.'))
    await Promise.all(stopped)
  })
})
