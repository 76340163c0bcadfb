import type { DeletedRecord, Deletion, Restored } from '@postil/contract/deletions'
import { DELETED_PER_PAGE } from '@postil/contract/deletions'
import { can } from '@postil/domain/permissions'
import type { AppContext, SessionUser } from '../../context'
import { nowMicros, wireTime } from '../../db/clock'
import type { Engine } from '../../db/engines/engine'
import type { Db } from '../../db/tables'
import type { DeletionRow } from '../../events/deletion-events'
import type { ResourceRows } from '../../http/calls/access'
import { resourceNotFound } from '../../wire/resource-errors'
import { restoreRecords } from '../feedback/records/restore-records'
import { restoreTaskRecords } from '../task/records/restore-records'
import { countLeft, selectDeletions, selectEvents } from './deletions.store'
import { describeEvent } from './describe-event'

const DAY_MICROS = 86_400_000_000
/** Maximum size of the records that are restored in one transaction: few enough not to delay an answer. */
const STEP_BYTES = 128 * 1024
const STEP = 50
/** Messages in one reply, beyond which a call returns. */
const MOST_NOTES = 500
/** After this time (ms) a call returns, and the caller calls again. */
const CALL_MS = 1000

type Config = Pick<AppContext['config'], 'binDays'>

/** The deletions whose records a user may restore. */
export async function listDeletions(db: Db, { binDays }: Config, user: SessionUser): Promise<Deletion[]> {
  const memberId = can(user, 'workspaces.readAll') ? undefined : user.id
  const rows = binDays === 0 ? [] : await selectDeletions(db, { since: sinceOf(binDays), memberId })
  const items: Deletion[] = []
  for (const row of rows) {
    const left = row.task !== null && isCounted(row) ? await countLeft(db, row) : row.left
    if (left === 0) continue
    items.push({
      id: String(row.first),
      dataset: { id: row.dataset_id, name: row.dataset_name },
      task: row.task,
      workspace: { id: row.workspace_id, name: row.workspace_name },
      records: row.records,
      left,
      deleted_by: row.username,
      deleted_at: wireTime(row.at),
      until: wireTime(row.at + binDays * DAY_MICROS),
      sample: await readSample(db, row),
    })
  }
  return items
}

/** Deletions of classic records are counted by their ids if they are small, or once some are restored; otherwise none counts as logged again. */
function isCounted({ records, left }: DeletionRow): boolean {
  return records <= COUNTED || left < records
}

const COUNTED = 1000

async function readSample(db: Db, row: DeletionRow): Promise<string> {
  const [event] = await selectEvents(db, row, { limit: 1, bytes: 1 })
  const [first] = event ? await describeEvent(db, row, event) : []
  return first?.text ?? ''
}

/** The deletion that begins with an event. Throws `NotFoundError` when its time is over. */
export async function getDeletion(db: Db, { binDays }: Config, found: ResourceRows['deletion']): Promise<DeletionRow> {
  const since = sinceOf(binDays)
  const [row] = found.at > since ? await selectDeletions(db, { since: found.at - 1, beginning: found }) : []
  if (!row) throw resourceNotFound('deletion', String(found.seq))
  return row
}

/** A page of the records of a deletion. */
export async function listDeletedRecords(
  db: Db,
  row: DeletionRow,
  after: number | undefined,
): Promise<{ items: DeletedRecord[]; next: number | null }> {
  const page = { ...(after !== undefined && { after }), limit: DELETED_PER_PAGE }
  const events = await selectEvents(db, row, { ...page, bytes: row.task === null ? PAGE_BYTES : 1 })
  const items: DeletedRecord[] = []
  for (const event of events) items.push(...(await describeEvent(db, row, event)))
  const last = events.at(-1)?.seq ?? row.last
  return { items, next: last < row.last ? last : null }
}

const PAGE_BYTES = 4 * 1024 ** 2

/**
 * Restore records of a deletion in small transactions, for about a second. Those of classic datasets come back latest first, so that of a
 * record deleted twice the latest content is restored.
 *
 * @param wanted.ids - only these records; all if undefined
 * @param wanted.after - the `next` of the last call
 */
export async function restoreSome(
  engine: Engine,
  user: SessionUser,
  row: DeletionRow,
  { ids: named, after }: { ids?: string[] | undefined; after?: number | undefined },
): Promise<Restored> {
  const ids = named && [...new Set(named)]
  const isReversed = row.task !== null
  const total: Restored = {
    ...{ restored: 0, refused: [], left_out: [] },
    // 0 is before everything in either direction.
    next: after || (isReversed ? row.last + 1 : row.first - 1),
  }
  const stopAt = performance.now() + CALL_MS
  const isFull = () => total.refused.length + total.left_out.length >= MOST_NOTES || performance.now() >= stopAt
  while (total.next !== null && !isFull()) {
    const page = { after: total.next, isReversed, limit: isReversed ? 1 : STEP, bytes: STEP_BYTES }
    const events = await selectEvents(engine.db, row, { ...page, ids: isReversed ? undefined : ids })
    const last = events.at(-1)?.seq
    const part =
      row.task === null
        ? await restoreRecords(engine, user, row.dataset_id, events)
        : await restoreTaskRecords(engine, user, row, events[0], ids)
    total.restored += part.restored
    total.refused.push(...part.refused)
    total.left_out.push(...part.left_out)
    const isLast = last === undefined || (isReversed ? last <= row.first : last >= row.last)
    const isOver = isLast || total.restored + total.refused.length === ids?.length
    total.next = isOver ? null : last
  }
  return total
}

/** What was deleted later than this time (µs) can be restored. */
function sinceOf(binDays: number): number {
  return nowMicros() - binDays * DAY_MICROS
}
