import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds between two checks while connections are in use. */
const TICK_MS = 2000
/** Milliseconds within which the database must respond to a check. */
const ANSWER_MS = 2000
/** Number of failed checks in a row after which the database counts as frozen. */
const MOST_MISSES = 2

/** The store stopped answering while its connections stayed open. */
const STORE_FROZEN = 'STORE_FROZEN'

/**
 * Detects a database that stopped responding without closing its connections: a suspended machine, a paused process, a network that drops
 * all packets. Statements would wait there for ever, since their time-out is enforced by the database itself. Once the database counts as
 * frozen, the connections in use are destroyed, so that their requests fail, and no more are handed out until it responds again.
 */
export class FreezeWatch {
  private readonly atWork = new Set<pg.PoolClient>()
  private readonly timer: NodeJS.Timeout
  private misses = 0
  private isAsking = false

  /** @param ask - any query to the database, over a connection that nothing else uses */
  constructor(private readonly ask: () => Promise<unknown>) {
    this.timer = setInterval(() => void this.look(), TICK_MS).unref()
  }

  watch(pool: pg.Pool): void {
    pool.on('acquire', (client) => this.atWork.add(client))
    pool.on('release', (_, client) => this.atWork.delete(client))
    pool.on('remove', (client) => this.atWork.delete(client))
  }

  /** Throws while the database counts as frozen. */
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

  /** Whether the database responds. An error response counts, too: the requests themselves get the same error and report it. */
  private async answers(): Promise<boolean> {
    let isAnswered = false
    const hear = (cause?: unknown) => {
      isAnswered = !isSilence(cause)
    }
    await Promise.race([this.ask().then(() => hear(), hear), sleep(ANSWER_MS, undefined, { ref: false })])
    // If this process itself was blocked, the response may have arrived without being read yet.
    await turn()
    await turn()
    return isAnswered
  }
}

/** True for the errors with which `pg` reports a time-out. */
function isSilence(cause: unknown): boolean {
  return cause instanceof Error && /time(d )?out/i.test(cause.message)
}

/** Close the connection at once. `end()` would wait for its pending queries. */
function cutOff(client: pg.PoolClient): void {
  const connection: unknown = Reflect.get(client, 'connection')
  if (connection instanceof pg.Connection) connection.stream.destroy()
}
