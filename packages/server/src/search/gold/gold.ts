import { prepared } from '../../db/prepared'
import type { Db } from '../../db/tables'
import { isOwnPending } from '../count-kept'
import { countAnswered, findUnansweredGold, isUnansweredBy } from '../count-pending'
import type { Placed } from '../place'
import type { Page, Place, RecordQuery } from '../record-query'
import { goldOrder, isSlot, type Slots, slotsAmong, slotsBefore } from './gold-slots'

/** True for a user's queue, in any order, of a dataset that hands out gold records. */
export function isMixed({ goldPercent = 0, sorts, ...query }: RecordQuery): boolean {
  return goldPercent > 0 && sorts.length === 0 && isOwnPending({ ...query, sorts })
}

/**
 * Find a page of a user's queue with gold records in the positions that are theirs (`gold-slots.ts`). The queue ends where another record
 * is due and there is none.
 *
 * @param findOthers - finds a page of the queue without gold records
 */
export async function findMixedPage(
  db: Db,
  query: RecordQuery,
  { after, offset, limit }: Page,
  findOthers: (page: Page) => Promise<Placed[]>,
): Promise<Placed[]> {
  const { slots, position, gold } = await loadGold(db, query)
  let place: Extract<Place, { in: 'mixed' }> =
    after?.in === 'mixed' ? after : { in: 'mixed', position, ...(after && { after }) }
  const left = gold.filter(({ order }) => order > (place.gold ?? -1))
  const first = place.position + offset
  const passed = Math.min(left.length, slotsBefore(slots, first) - slotsBefore(slots, place.position))
  left.splice(0, passed)
  const due = Array.from({ length: limit }, (_, at) => isSlot(slots, first + at)).filter(Boolean).length
  const wanted = limit - Math.min(due, left.length)
  const others = wanted === 0 ? [] : await findOthers({ offset: offset - passed, limit: wanted, after: place.after })
  const page: Placed[] = []
  place = { ...place, position: first }
  while (page.length < limit) {
    const next = isSlot(slots, place.position) ? left.shift() : undefined
    const other = next ? undefined : others.shift()
    const pk = next?.pk ?? other?.pk
    if (pk === undefined) break
    place = { ...place, position: place.position + 1, ...(next ? { gold: next.order } : { after: other?.place }) }
    page.push({ pk, place })
  }
  return page
}

/**
 * The number of records in a user's queue with its gold records.
 *
 * @param others - the number of records without them
 */
export async function countMixed(db: Db, query: RecordQuery, others: number): Promise<number> {
  const { slots, position, gold } = await loadGold(db, query)
  return others + Math.min(gold.length, slotsAmong(slots, position, others))
}

/** The gold records that are pending for a user, in their order, and how far the user is: how many records they have answered or skipped. */
async function loadGold(
  db: Db,
  { datasetId, userId = '', goldPercent: percent = 0 }: RecordQuery,
): Promise<{ slots: Slots; position: number; gold: { pk: number; order: number }[] }> {
  const of = { datasetId, userId }
  const [unanswered, skips, answered] = await Promise.all([
    findUnansweredGold(db, of),
    selectSkips(db, of),
    countAnswered(db, of),
  ])
  const skipped = new Set(skips.rows.map(({ record_pk }) => Number(record_pk)))
  const gold = unanswered
    .filter((pk) => !skipped.has(pk))
    .map((pk) => ({ pk, order: goldOrder(userId, pk) }))
    .sort((one, other) => one.order - other.order)
  return { slots: { userId, percent }, position: answered + skipped.size, gold }
}

interface OfUser {
  datasetId: string
  userId: string
}

/** A user's skips that are not void. */
const selectSkips = prepared((db: Db, { datasetId, userId }: OfUser) =>
  db
    .selectFrom('skips as of')
    .select('of.record_pk')
    .where('of.dataset_id', '=', datasetId)
    .where('of.user_id', '=', userId)
    .where(isUnansweredBy(userId)),
)
