import {
  DELETED_PER_PAGE,
  type DeletedRecord,
  type Deletion,
  deletionRoutes,
  type Restored,
} from '@postil/contract/deletions'
import { can } from '@postil/domain/permissions'
import type { AppContext, SessionUser } from '../../context'
import { nowMicros, wireTime } from '../../db/clock'
import type { Engine } from '../../db/engines/engine'
import type { Db } from '../../db/tables'
import type { DeletionEvent, DeletionRow } from '../../events/deletion-events'
import type { ResourceRows } from '../../http/calls/access'
import { handle } from '../../http/calls/handle'
import { resourceNotFound } from '../../wire/resource-errors'
import { restoreRecords } from '../feedback/records/restore-records'
import { restoreTaskRecords } from '../task/records/restore-records'
import { countLeft, MOST_FOUND, selectDeletions, selectEvents } from './deletions.store'
import { describeEvent, readSamples } from './describe-event'

export const deletionHandlers = handle(deletionRoutes, {
  listDeletions: async ({ db, user, context: { config } }) => ({
    items: await listDeletions(db, config, user),
    days: config.binDays,
  }),
  listDeletedRecords: async ({ db, found, query, context: { config } }) =>
    listDeletedRecords(db, await getDeletion(db, config, found('deletion')), query.after),
  restoreRecords: async ({ db, user, found, body, later, context: { config, engine } }) => {
    const restored = await restoreSome(engine, user, await getDeletion(db, config, found('deletion')), body)
    later({ work: 'runJobs' })
    return restored
  },
})

const DAY_MICROS = 86_400_000_000
/** Maximum number of deletions that are listed. */
const LISTED = 100
/** Maximum size of the records that are restored in one transaction: few enough not to delay an answer. */
const STEP_BYTES = 64 * 1024
const STEP = 25
/** Messages in one reply, beyond which a call returns. */
const MOST_NOTES = 500
/** After this time (ms) a call returns, and the caller calls again. */
const CALL_MS = 1000

type Config = Pick<AppContext['config'], 'binDays'>

/** The deletions whose records a user may restore. */
async function listDeletions(db: Db, { binDays }: Config, user: SessionUser): Promise<Deletion[]> {
  const memberId = can(user, 'workspaces.readAll') ? undefined : user.id
  const rows = binDays === 0 ? [] : await findListed(db, { since: sinceOf(binDays), memberId })
  const samples = await readSamples(db, rows)
  return rows.map((row) => ({
    id: String(row.first),
    dataset: { id: row.dataset_id, name: row.dataset_name },
    task: row.task,
    workspace: { id: row.workspace_id, name: row.workspace_name },
    records: row.records,
    left: row.left,
    deleted_by: row.username,
    deleted_at: wireTime(row.at),
    until: wireTime(row.at + binDays * DAY_MICROS),
    sample: samples.get(row.first) ?? '',
  }))
}

/** The latest deletions of which something is left, until there are enough. */
async function findListed(db: Db, which: { since: number; memberId: string | undefined }): Promise<DeletionRow[]> {
  const listed: DeletionRow[] = []
  for (let before: number | undefined; ; ) {
    const found = await selectDeletions(db, { ...which, before })
    for (let at = 0; at < found.length && listed.length < LISTED; at += LISTED) {
      const counted = await countLeft(db, found.slice(at, at + LISTED))
      listed.push(...counted.filter(({ left }) => left > 0))
    }
    if (listed.length >= LISTED || found.length < MOST_FOUND) return listed.slice(0, LISTED)
    before = found.at(-1)?.last
  }
}

/** The deletion that begins with an event. Throws `NotFoundError` when its time is over. */
async function getDeletion(db: Db, { binDays }: Config, found: ResourceRows['deletion']): Promise<DeletionRow> {
  const since = sinceOf(binDays)
  const [row] = found.at > since ? await selectDeletions(db, { since: found.at - 1, beginning: found }) : []
  if (!row) throw resourceNotFound('deletion', String(found.seq))
  return row
}

/** A page of the records of a deletion. */
async function listDeletedRecords(
  db: Db,
  row: DeletionRow,
  after: number | undefined,
): Promise<{ items: DeletedRecord[]; next: number | null }> {
  const page = { after, limit: DELETED_PER_PAGE, bytes: row.task === null ? PAGE_BYTES : 1 }
  const events = await selectEvents(db, row, page)
  const items: DeletedRecord[] = []
  for (const event of events) items.push(...(await describeEvent(db, row, event)))
  return { items, next: nextOf(row, events) }
}

const PAGE_BYTES = 4 * 1024 ** 2

/**
 * Restore records of a deletion in small transactions, for about a second.
 *
 * @param wanted.ids - only these records; all if undefined
 * @param wanted.after - the `next` of the last call, or of the page before the one with the records
 */
async function restoreSome(
  engine: Engine,
  user: SessionUser,
  row: DeletionRow,
  { ids: named, after = 0 }: { ids?: string[] | undefined; after?: number | undefined },
): Promise<Restored> {
  // Those that are still to be looked for.
  const ids = named && new Set(named)
  const total: Restored = { restored: 0, refused: [], left_out: [], next: after }
  const limit = row.task === null ? STEP : 1
  const stopAt = performance.now() + CALL_MS
  const isFull = () => total.refused.length + total.left_out.length >= MOST_NOTES || performance.now() >= stopAt
  while (total.next !== null && !isFull()) {
    const page = { after: total.next, ids: ids && [...ids], limit, bytes: STEP_BYTES }
    const events = await selectEvents(engine.db, row, page)
    const part =
      row.task === null
        ? await restoreRecords(engine, user, row.dataset_id, events)
        : await restoreTaskRecords(engine, user, row, events[0], ids)
    total.restored += part.restored
    total.refused.push(...part.refused)
    total.left_out.push(...part.left_out)
    for (const id of part.settled) ids?.delete(id)
    total.next = ids?.size === 0 ? null : nextOf(row, events)
  }
  return total
}

/** The `after` of the page that follows these events of a deletion; null if they are the last. */
function nextOf({ task, first, last }: DeletionRow, events: readonly DeletionEvent[]): number | null {
  const seq = events.at(-1)?.seq
  return seq === undefined || seq === (task === null ? last : first) ? null : seq
}

/** What was deleted later than this time (µs) can be restored. */
function sinceOf(binDays: number): number {
  return nowMicros() - binDays * DAY_MICROS
}
