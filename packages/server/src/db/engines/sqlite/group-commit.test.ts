import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSqlite } from './driver'
import { CallQueue, runGroup } from './group-commit'
import { LocalConnection } from './local-connection'
import type { SqliteError } from './sqlite-error'
import { WriterMutex } from './writer-mutex'

describe('writes that wait for each other', () => {
  let folder: string
  let connection: LocalConnection
  /** What another connection sees: committed rows only. */
  let stored: () => unknown[]
  let close: () => void
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postil-group-'))
    const Sqlite = loadSqlite()
    const [own, other] = [new Sqlite(join(folder, 'notes.sqlite')), new Sqlite(join(folder, 'notes.sqlite'))]
    own.exec(
      'pragma journal_mode = wal; create table notes (n integer primary key, parent integer references notes deferrable initially deferred)',
    )
    own.exec('pragma foreign_keys = on')
    connection = new LocalConnection(own)
    const all = other.prepare('select n from notes order by n')
    stored = () => all.all().map(({ n }) => n)
    close = () => {
      own.close()
      other.close()
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
    close()
    rmSync(folder, { recursive: true })
  })

  /** Run statements, each list of them as a call in a savepoint of its own; returns what was settled, group by group, and what was stored then. */
  async function run(...calls: string[][]) {
    const groups: { answers: unknown[]; stored: unknown[] }[] = []
    const call = async (statements: unknown) => {
      try {
        connection.run('savepoint one_call')
        for (const statement of statements as string[]) connection.run(statement)
        connection.run('release one_call')
        return { outcome: 'done' }
      } catch (cause) {
        if (connection.isInTransaction) {
          connection.run('rollback to one_call')
          connection.run('release one_call')
        }
        return { outcome: (cause as SqliteError).code }
      }
    }
    const asks = calls.map((statements, id) => ({ id, call: statements }))
    while (asks.length > 0) {
      const group = await runGroup(connection, call, asks)
      asks.splice(0, group.length)
      const answers = group.map(({ answer }) =>
        'outcome' in answer ? answer.outcome : 'failure' in answer && answer.failure.code,
      )
      groups.push({ answers, stored: stored() })
    }
    return groups
  }
  const add = (n: number) => [`insert into notes (n) values (${n})`]

  it('share one commit, and are answered after it', async () => {
    const ran = vi.spyOn(connection, 'run')
    expect(await run(add(1), add(2), add(3))).toEqual([{ answers: ['done', 'done', 'done'], stored: [1, 2, 3] }])
    expect(ran.mock.calls.filter(([sql]) => sql === 'commit')).toHaveLength(1)
  })

  it('fail alone', async () => {
    const [group] = await run(add(1), [...add(2), ...add(1)], add(3))
    expect(group).toEqual({ answers: ['done', 'SQLITE_CONSTRAINT_UNIQUE', 'done'], stored: [1, 3] })
  })

  it('are done again when the failure of another has rolled back all of them, as on a full disk', async () => {
    const groups = await run(add(1), add(2), ['insert or rollback into notes (n) values (1)'], add(4))
    expect(groups.flatMap(({ answers }) => answers)).toEqual(['done', 'done', 'SQLITE_CONSTRAINT_UNIQUE', 'done'])
    expect(groups.at(-1)?.stored).toEqual([1, 2, 4])
  })

  it('are tried alone when they cannot be committed together', async () => {
    const groups = await run(add(1), ['insert into notes values (2, 99)'], add(3))
    expect(groups.flatMap(({ answers }) => answers)).toEqual(['done', 'SQLITE_ERROR', 'done'])
    expect(groups.at(-1)?.stored).toEqual([1, 3])
  })

  it('are committed before the first has waited for too many', async () => {
    let ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      ms += 10
      return ms
    })
    const groups = await run(add(1), add(2), add(3), add(4), add(5))
    expect(groups.length).toBeGreaterThan(1)
    expect(groups[0]?.stored).toHaveLength(groups[0]?.answers.length ?? 0)
    expect(groups.at(-1)?.stored).toEqual([1, 2, 3, 4, 5])
  })
})

describe('the queue of writes', () => {
  /** A queue whose writer answers when the test says so. `sent`: the calls of each message to it. */
  function queueOf(turns: WriterMutex) {
    const sent: unknown[][] = []
    const open: ((outcome: string) => void)[] = []
    const call = (calls: readonly unknown[]) => {
      sent.push([...calls])
      return calls.map(() => new Promise((resolve) => open.push(resolve)))
    }
    const passedOn = vi.fn()
    const queue = new CallQueue({ call }, turns, passedOn)
    const answerAll = async () => {
      for (const resolve of open.splice(0)) resolve('done')
      await nextTurn()
    }
    return { queue, sent, answerAll, passedOn }
  }
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5))

  it('sends the next writes while the writer is busy, those of one turn of the event loop together', async () => {
    const { queue, sent, answerAll, passedOn } = queueOf(new WriterMutex())
    const all = [queue.run('a'), queue.run('b')]
    await nextTurn()
    all.push(queue.run('c'), queue.run('d'))
    await nextTurn()
    expect(sent).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(passedOn).not.toHaveBeenCalled()
    await answerAll()
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
    expect(passedOn).toHaveBeenCalledTimes(1)
  })

  it('lets another transaction have its turn before it sends more', async () => {
    const turns = new WriterMutex()
    const { queue, sent, answerAll } = queueOf(turns)
    void queue.run('a')
    await nextTurn()
    let isTheirs = false
    const theirs = turns.take(true).then(() => {
      isTheirs = true
    })
    void queue.run('b')
    await nextTurn()
    expect({ sent, isTheirs }).toEqual({ sent: [['a']], isTheirs: false })
    await answerAll()
    await theirs
    await nextTurn()
    expect(sent).toEqual([['a']])
    turns.release()
    await nextTurn()
    expect(sent).toEqual([['a'], ['b']])
    await answerAll()
  })
})
