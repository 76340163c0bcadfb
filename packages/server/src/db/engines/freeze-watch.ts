import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'

/** How often a database at work is asked for a sign of life. */
const TICK_MS = 2000
/** How long it may take to answer. */
const ANSWER_MS = 2000
/** Unanswered questions in a row after which it counts as frozen. */
const MOST_MISSES = 2

/** The store stopped answering while its connections stayed open. */
const STORE_FROZEN = 'STORE_FROZEN'

/**
 * Notices a database that stopped without closing its connections: a suspended machine, a paused process, a network that drops everything.
 * Statements there would be waited for without end, since their time-out is kept by the database itself. Once it is known to be frozen, the
 * connections at work are cut off, so that their requests fail, and no more are handed out until it answers again.
 */
export class FreezeWatch {
  private readonly atWork = new Set<pg.PoolClient>()
  private readonly timer: NodeJS.Timeout
  private misses = 0
  private isAsking = false

  /** @param ask - any question to the database, over a connection that nothing else uses */
  constructor(private readonly ask: () => Promise<unknown>) {
    this.timer = setInterval(() => void this.look(), TICK_MS).unref()
  }

  watch(pool: pg.Pool): void {
    pool.on('acquire', (client) => this.atWork.add(client))
    pool.on('release', (_, client) => this.atWork.delete(client))
    pool.on('remove', (client) => this.atWork.delete(client))
  }

  /** Throws while the database is known to be frozen. */
  assertAnswering(): void {
    if (this.misses >= MOST_MISSES)
      throw Object.assign(new Error('The database does not answer.'), { code: STORE_FROZEN })
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private async look(): Promise<void> {
    if (this.isAsking || (this.atWork.size === 0 && this.misses === 0)) return
    this.isAsking = true
    this.misses = (await this.answers()) ? 0 : this.misses + 1
    this.isAsking = false
    if (this.misses >= MOST_MISSES) for (const client of this.atWork) cutOff(client)
  }

  /** A refusal is an answer, too: who asked meets it again, and hears the reason. */
  private async answers(): Promise<boolean> {
    let isAnswered = false
    const hear = (cause?: unknown) => {
      isAnswered = !isSilence(cause)
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ANSWER_MS)
    })
    await Promise.race([this.ask().then(() => hear(), hear), late])
    clearTimeout(timer)
    // When this process itself was held up, the answer may be waiting to be read.
    await turn()
    await turn()
    return isAnswered
  }
}

/** True for what `pg` fails with when it has waited for too long. */
function isSilence(cause: unknown): boolean {
  return cause instanceof Error && /time(d )?out/i.test(cause.message)
}

/** Not `end()`, which waits for what was asked. */
function cutOff(client: pg.PoolClient): void {
  const connection: unknown = Reflect.get(client, 'connection')
  if (connection instanceof pg.Connection) connection.stream.destroy()
}
