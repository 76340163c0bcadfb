import { PassThrough, type Readable } from 'node:stream'
import type { Activity, DatasetActivity } from '@postil/contract/feedback/team/activity'
import type { FastifyBaseLogger } from 'fastify'
import { wireTime } from '../db/clock'
import type { Engine } from '../db/engines/engine'
import type { Db } from '../db/tables'
import { changesOf, lastActivityOf } from '../search/dataset-version'

/** How often the store is asked, while anybody follows. Changes by other servers are seen in the same way. */
const POLL_MS = 1000
/** A connection without a word for longer may be cut off by a proxy. */
const SILENT_MS = 20_000
/** Then whoever follows must come in again: with a session that still holds, to the datasets that are still theirs. */
const LONGEST_MS = 5 * 60_000
/** Browsers come back after so long. */
const RETRY_MS = 2000
/** Who reads slower than this is left, and comes back to the present state (bytes). */
const UNREAD_MAX = 256 * 1024
const CONNECTIONS_MAX = 2000
const END_WITHIN_MS = 1000

interface Follower {
  stream: PassThrough
  /** The state that it knows of each dataset that it may see, by id. */
  known: Map<string, string>
  silentSince: number
  endsAt: number
}

/**
 * Tells browsers in which datasets something has changed, as server-sent events. One statement a second serves all of them; nothing of what
 * changed is sent, so that every page asks for it with its own permissions.
 */
export class LiveActivity {
  private readonly followers = new Set<Follower>()
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(
    private readonly engine: Engine,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** @param reply - the JSON of an `Activity`: what the caller may follow, as it is now; sent as the first event */
  follow(reply: string): Readable {
    const stream = new PassThrough()
    if (this.isClosed || this.followers.size >= CONNECTIONS_MAX) return stream.end(`retry: ${RETRY_MS * 10}\n\n`)
    const { items }: Activity = JSON.parse(reply)
    const now = Date.now()
    const known = new Map(items.map((item) => [item.dataset_id, stateOf(item)]))
    const follower = { stream, known, silentSince: now, endsAt: now + LONGEST_MS }
    this.followers.add(follower)
    stream.on('close', () => this.followers.delete(follower))
    stream.write(`retry: ${RETRY_MS}\n${eventOf(items)}`)
    this.timer ??= setTimeout(() => void this.poll(), POLL_MS).unref()
    return stream
  }

  /** End every connection; browsers come back to whoever serves next. */
  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    for (const { stream } of this.followers) endSoon(stream)
  }

  private async poll(): Promise<void> {
    try {
      const items = await listActivity(this.engine.db)
      const states = new Map(items.map((item) => [item, stateOf(item)]))
      for (const follower of this.followers) tell(follower, states)
    } catch (err) {
      this.log.warn({ err }, 'changes could not be told to open pages')
    }
    this.timer = undefined
    if (this.followers.size > 0 && !this.isClosed) this.timer = setTimeout(() => void this.poll(), POLL_MS).unref()
  }
}

function tell(follower: Follower, states: ReadonlyMap<DatasetActivity, string>): void {
  const { stream, known } = follower
  const now = Date.now()
  if (stream.writableEnded) return
  if (stream.writableLength + stream.readableLength > UNREAD_MAX) {
    stream.destroy()
    return
  }
  if (now >= follower.endsAt) {
    endSoon(stream)
    return
  }
  const changed: DatasetActivity[] = []
  for (const [item, state] of states) {
    const before = known.get(item.dataset_id)
    if (before === undefined || before === state) continue
    known.set(item.dataset_id, state)
    changed.push(item)
  }
  if (changed.length === 0 && now - follower.silentSince < SILENT_MS) return
  follower.silentSince = now
  // A line that begins with a colon is a comment, which EventSource ignores.
  stream.write(changed.length > 0 ? eventOf(changed) : ':\n\n')
}

/** Who reads nothing more does not keep the connection. */
function endSoon(stream: PassThrough): void {
  stream.end()
  setTimeout(() => stream.destroy(), END_WITHIN_MS).unref()
}

function stateOf({ records, changes, last_activity_at }: DatasetActivity): string {
  // Times alone do not do: an answer may be committed after a later one.
  return `${records} ${changes} ${last_activity_at}`
}

function eventOf(items: readonly DatasetActivity[]): string {
  const activity: Activity = { items: [...items] }
  return `event: activity\ndata: ${JSON.stringify(activity)}\n\n`
}

/** When each feedback dataset last changed. */
export async function listActivity(db: Db): Promise<DatasetActivity[]> {
  const rows = await db
    .selectFrom('dataset_stats as d')
    .select(['d.dataset_id', 'd.records', changesOf('d').as('changes'), lastActivityOf('d').as('last_activity_at')])
    .execute()
  return rows.map(({ dataset_id, records, changes, last_activity_at }) => ({
    dataset_id,
    records: Number(records),
    changes: Number(changes),
    last_activity_at: wireTime(Number(last_activity_at)),
  }))
}
