import { prepared } from '../../db/prepared'
import type { Db } from '../../db/tables'
import { isOwnPending } from '../count-kept'
import { countAnswered, findUnansweredGold, isUnansweredBy } from '../count-pending'
import type { Placed } from '../place'
import type { Page, Place, RecordQuery } from '../record-query'

/** True for a user's queue, in any order, of a dataset that hands out gold records. */
export function isMixed({ goldPercent = 0, sorts, ...query }: RecordQuery): boolean {
  return goldPercent > 0 && sorts.length === 0 && isOwnPending({ ...query, sorts })
}

/**
 * Find a page of a user's queue with gold records in the positions that are theirs (`Slots`). The queue ends where another record
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
  const skipped = new Set(skips.rows.map(({ record_pk }) => record_pk))
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

/**
 * Which positions of a user's queue are for gold records. The queue is divided into blocks of 100 / percent records (their lengths differ
 * by one if that is no integer); one position in each block, which depends on the user and the block, is for a gold record. So the share is
 * right after every block, and no pattern tells where the next one is.
 */
interface Slots {
  userId: string
  /** 1 to 50. */
  percent: number
}

/** Whether a position, counted from 0, is for a gold record. */
export function isSlot(slots: Slots, position: number): boolean {
  return slotIn(slots, blockOf(slots, position)) === position
}

/** How many of the first positions are for gold records. */
export function slotsBefore(slots: Slots, position: number): number {
  const block = blockOf(slots, position)
  return block + Number(slotIn(slots, block) < position)
}

/** How many positions, from one on, are for gold records until the queue has no other record for one. */
export function slotsAmong(slots: Slots, from: number, others: number): number {
  const slotsIn = (count: number) => slotsBefore(slots, from + count) - slotsBefore(slots, from)
  // The largest number of positions that takes no more than the other records. In each block, at most every second position is a slot.
  let [least, most] = [others, 2 * others + 4]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (middle - slotsIn(middle) <= others) least = middle
    else most = middle - 1
  }
  return least - others
}

/** The order in which a user gets gold records: a number for each, all different, without a visible relation to the record. */
export function goldOrder(userId: string, pk: number): number {
  return scramble(pk ^ seedOf(userId))
}

function blockOf({ percent }: Slots, position: number): number {
  return Math.floor((position * percent) / 100)
}

function startOf({ percent }: Slots, block: number): number {
  return Math.ceil((block * 100) / percent)
}

function slotIn(slots: Slots, block: number): number {
  const start = startOf(slots, block)
  return start + (scramble(block ^ seedOf(slots.userId)) % (startOf(slots, block + 1) - start))
}

function seedOf(userId: string): number {
  return Number.parseInt(userId.slice(0, 8), 16)
}

/** A permutation of the 32-bit integers: the last steps of MurmurHash3 (Appleby 2011). */
function scramble(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
