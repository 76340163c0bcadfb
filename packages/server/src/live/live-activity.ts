import { PassThrough, type Readable } from 'node:stream'
import type { Activity, DatasetActivity } from '@postil/contract/feedback/team/activity'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { wireTime } from '../db/clock'
import type { Engine } from '../db/engines/engine'
import { storeTime } from '../db/engines/engine-sql'
import { workspacesOf } from '../db/member-workspaces'
import type { Db } from '../db/tables'
import { changesOf, lastActivityOf } from '../search/dataset-version'

/** Milliseconds between two polls of the store while any browser is connected. Changes made by other servers are found in the same way. */
const POLL_MS = 1000
/** Milliseconds of silence after which a comment is sent: proxies may close connections that are silent for longer. */
const SILENT_MS = 20_000
/** Milliseconds after which a connection is closed. The browser reconnects, which checks its session and permissions again. */
const LONGEST_MS = 5 * 60_000
/** Milliseconds after which browsers reconnect. */
const RETRY_MS = 2000
/** Bytes that may wait for a slow reader. Beyond this its connection is closed; it reconnects and gets the current state. */
const UNREAD_MAX = 256 * 1024
const CONNECTIONS_MAX = 2000
const END_WITHIN_MS = 1000

interface Follower {
  stream: PassThrough
  /** The last state sent for each dataset that the browser may see, by dataset id. */
  known: Map<string, string>
  silentSince: number
  endsAt: number
}

/**
 * Notifies browsers of the datasets in which something has changed, by server-sent events. Two statements per second serve all of them. The
 * changes themselves are not sent, so that every page requests them with its own permissions.
 */
export class LiveActivity {
  private readonly followers = new Set<Follower>()
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(
    private readonly engine: Engine,
    private readonly log: FastifyBaseLogger,
  ) {}

  /**
   * Open an event stream.
   *
   * @param reply - JSON of an `Activity`: the current state of the datasets that the caller may see; sent as the first event
   */
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

  /** End all connections; the browsers reconnect to the server that replaces this one. */
  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    for (const { stream } of this.followers) endSoon(stream)
  }

  private async poll(): Promise<void> {
    try {
      const items = await listAllActivity(this.engine.db)
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

/** Close the stream, also when the client has stopped reading. */
function endSoon(stream: PassThrough): void {
  stream.end()
  setTimeout(() => stream.destroy(), END_WITHIN_MS).unref()
}

function stateOf({ dataset_id: _, ...state }: DatasetActivity): string {
  // Times alone do not do: an answer may be committed after a later one.
  return Object.values(state).join(' ')
}

function eventOf(items: readonly DatasetActivity[]): string {
  const activity: Activity = { items: [...items] }
  return `event: activity\ndata: ${JSON.stringify(activity)}\n\n`
}

/** The state of each dataset. */
async function listAllActivity(db: Db): Promise<DatasetActivity[]> {
  return [...(await listActivity(db)), ...(await listTaskActivity(db))]
}

/**
 * The state of each classic dataset, under the id by which clients know it. Only the number of its changes is known without counting.
 *
 * @param memberId - only of datasets in the workspaces of this user; all if undefined
 */
export async function listTaskActivity(db: Db, memberId?: string): Promise<DatasetActivity[]> {
  const rows = await db
    .selectFrom('task_datasets as d')
    .innerJoin('workspaces', 'workspaces.id', 'd.workspace_id')
    .select(['d.name', 'd.version', 'd.last_updated', 'workspaces.name as workspace'])
    .where('d.id', 'not in', (eb) => eb.selectFrom('staged_imports').select('id'))
    .where('d.id', 'not in', (eb) => eb.selectFrom('bin').select('dataset_id'))
    .$if(memberId !== undefined, (query) => query.where('d.workspace_id', 'in', workspacesOf(db, memberId ?? '')))
    .execute()
  return rows.map(({ workspace, name, version, last_updated }) => ({
    dataset_id: `${workspace}.${name}`,
    ...{ records: 0, changes: version, decisions: 0, doubts: 0, leases: '' },
    last_activity_at: wireTime(last_updated),
  }))
}

/** The state of each feedback dataset. */
export async function listActivity(db: Db): Promise<DatasetActivity[]> {
  const rows = await db
    .selectFrom('dataset_stats as d')
    .leftJoin(openRecords(db), 'open.dataset_id', 'd.dataset_id')
    .select(['d.dataset_id', 'd.records', 'd.decision_changes', 'd.doubt_changes'])
    .select([changesOf('d').as('changes'), lastActivityOf('d').as('last_activity_at')])
    .select(['open.count', 'open.sum', 'open.mixed'])
    .execute()
  return rows.map(({ dataset_id, records, changes, decision_changes, doubt_changes, last_activity_at, ...open }) => ({
    dataset_id,
    records,
    changes,
    decisions: decision_changes,
    doubts: doubt_changes,
    leases: open.count === null ? '' : `${open.count}.${open.sum}.${open.mixed}`,
    last_activity_at: wireTime(last_activity_at),
  }))
}

/**
 * A fingerprint of the records that people have open in each dataset, so that taking and ending leases writes nothing more than the leases, and one that runs
 * out is noticed, too. Renewed leases leave it as it is.
 */
function openRecords(db: Db) {
  return db
    .selectFrom('leases')
    .select(({ fn }) => ['dataset_id', fn.countAll().as('count'), fn.sum('record_pk').as('sum')])
    .select(sql<number>`sum(record_pk % 9973 * record_pk % 99991)`.as('mixed'))
    .where('expires_at', '>', storeTime(db))
    .groupBy('dataset_id')
    .as('open')
}
