import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import { isOwnPending } from './count-kept'
import { readReopened } from './dataset-version'
import type { Place, Placed } from './place'
import { RecentMap } from './recent-map'
import { isOwnOrder, type Page, type RecordQuery } from './record-query'

/** Longest page, with its offset, that begins with what is known of the queue. */
const MOST_RECORDS = 100
/** Queues that a thread knows the beginning of, each in less than a kilobyte. */
const MOST_QUEUES = 10_000

/**
 * What is known of the beginning of one user's queue: up to a place no record is pending but these. Late in a project the way to the first open
 * record leads past everything that is done; it is walked once. It stays true while records only leave the queue, by whatever condition, and
 * is forgotten when one may have come back or was added (`dataset_stats.reopened`).
 */
interface QueueStart {
  reopened: number
  place: Place | 'end' | undefined
  open: readonly number[]
}

/** A cache of this thread: losing it costs a walk. */
const starts = new RecentMap<QueueStart>(MOST_QUEUES)

/** True for the first page of all that a user has still to answer, in an order in which the store walks along an index. */
export function isQueueStart(query: RecordQuery, { after, offset, limit }: Page): boolean {
  const { sorts, queueOrder = 'mixed' } = query
  const isPlain = sorts.length === 0 && queueOrder !== 'uncertain' && isOwnPending(query)
  return isPlain && after === undefined && offset + limit <= MOST_RECORDS
}

/**
 * The first records of a user's queue.
 *
 * @param walk - reads on in the order of the queue, from a place
 */
export async function findQueueStart(
  db: Db,
  query: RecordQuery,
  { offset, limit }: Page,
  walk: (page: Page) => Promise<Placed[]>,
): Promise<Placed[]> {
  const { datasetId, userId, queueOrder, target, setAside = [] } = query
  // Read before the records: what comes back meanwhile has a later number.
  const reopened = await readReopened(db, datasetId)
  const key = [datasetId, userId, queueOrder, target].join(' ')
  const known = starts.get(key)
  const { place, open }: Omit<QueueStart, 'reopened'> =
    known?.reopened === reopened ? known : { place: undefined, open: [] }
  const early = await findOpen(db, query, place, open)
  const missing = offset + limit - early.length
  if (missing <= 0 || place === 'end') return early.slice(offset, offset + limit)
  const rest = await walk({ offset: 0, limit: missing, after: place })
  const found = [...early, ...rest]
  starts.set(key, {
    reopened,
    place: rest.length < missing ? 'end' : rest.at(-1)?.place,
    // Those that are set aside come back: when others leave them, or when the user asks for what they skipped.
    open: [...new Set([...found.map(({ pk }) => pk), ...setAside])],
  })
  return found.slice(offset)
}

interface OpenRecords {
  open: readonly number[]
  userId: string
  target: number | undefined
  setAside: readonly number[] | undefined
}

const selectOpen = prepared((db: Db, { open, userId, target, setAside }: OpenRecords) =>
  db
    .selectFrom('records as r')
    .select(['r.pk', 'r.id', 'r.inserted_at'])
    .where('r.pk', 'in', open)
    .where(
      compileFilters({
        ...{ datasetId: '', userId, target, setAside, sorts: [], isNarrow: true },
        filters: [{ on: 'status', anyOf: ['pending'] }],
      }),
    ),
)

/** Those of some records that are still pending and stand before the place, in the order of the queue. */
async function findOpen(
  db: Db,
  query: RecordQuery,
  until: QueueStart['place'],
  open: readonly number[],
): Promise<Placed[]> {
  if (open.length === 0) return []
  const { userId = '', target, setAside } = query
  const isOwn = isOwnOrder(query)
  const { rows } = await selectOpen(db, { open, userId, target, setAside })
  const found = rows.map((row): Placed => {
    const pk = Number(row.pk)
    return { pk, place: isOwn ? { in: 'own', id: row.id } : { in: 'sort', keys: [Number(row.inserted_at)], pk } }
  })
  return found
    .filter(({ place }) => until === 'end' || until === undefined || compare(userId, place, until) <= 0)
    .sort((one, other) => compare(userId, one.place, other.place))
}

function compare(userId: string, one: Place, other: Place): number {
  if (one.in === 'own' && other.in === 'own')
    return Number(one.id < userId) - Number(other.id < userId) || (one.id < other.id ? -1 : Number(one.id > other.id))
  if (one.in === 'sort' && other.in === 'sort') return Number(one.keys[0]) - Number(other.keys[0]) || one.pk - other.pk
  return 0
}
