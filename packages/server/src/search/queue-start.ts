import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import { isOwnPending } from './count-kept'
import { readReopened } from './dataset-version'
import { keyText, padded, paddedLength } from './key-list'
import type { Placed } from './place'
import { RecentMap } from './recent-map'
import type { Place } from './record-query'
import { isOwnOrder, type Page, type RecordQuery } from './record-query'

/** Maximum size of a page, including its offset, that uses the cache. */
export const MOST_FROM_CACHE = 100
/**
 * How many more records than requested are read from the store and cached, at least: a user who answers one and asks again then needs no walk
 * for the record that follows. The number is raised so that, with the records set aside, it is a length that `padded` leaves as it is.
 */
const READ_AHEAD = 5
/** Maximum number of queues that a thread caches the beginning of; each takes less than a kilobyte. */
const MOST_QUEUES = 10_000
/**
 * Maximum number of open records of an entry. There are more when other users have leased many pages of records; each is a parameter of a
 * statement, whose number is limited.
 */
const MOST_OPEN = 2048

/**
 * The cached beginning of one user's queue: up to `place`, no record is pending except those in `open`. Late in a project, the first open
 * record comes after all those that are done, and this saves walking past them again. The entry stays valid while records only leave the
 * queue, for whatever reason; it is dropped when one may have come back or was added (`dataset_stats.reopened`).
 */
interface QueueStart {
  reopened: number
  place: Place | 'end' | undefined
  open: readonly number[]
}

/** A cache per thread; a lost entry only costs another walk. */
const starts = new RecentMap<QueueStart>(MOST_QUEUES)

/** True for the first page of all records that a user has still to answer, in an order that the store reads from an index. */
export function isQueueStart(query: RecordQuery, { after, offset, limit }: Page): boolean {
  const { sorts, queueOrder = 'mixed' } = query
  const isPlain = sorts.length === 0 && queueOrder !== 'uncertain' && isOwnPending(query)
  return isPlain && after === undefined && offset + limit <= MOST_FROM_CACHE
}

/**
 * Find the first records of a user's queue.
 *
 * @param walk - reads on in the order of the queue, from a position
 */
export async function findQueueStart(
  db: Db,
  query: RecordQuery,
  { offset, limit }: Page,
  walk: (page: Page) => Promise<Placed[]>,
): Promise<Placed[]> {
  const { datasetId, userId, queueOrder, target, hasAssignments, setAside = [] } = query
  const key = [datasetId, userId, queueOrder, target, hasAssignments].join(' ')
  const known = starts.get(key)
  const cached = known && (await findOpen(db, query, known))
  // The version is read before the records, so that a record that comes back in between makes the entry outdated.
  const reopened = cached?.reopened ?? (await readReopened(db, datasetId))
  const isValid = known?.reopened === reopened
  const early = (isValid && cached?.found) || []
  const place = isValid ? known.place : undefined
  if (offset + limit <= early.length || place === 'end') return early.slice(offset, offset + limit)
  const aside = setAside.length
  const least = offset + limit + READ_AHEAD
  const missing = Math.max(least, Math.min(paddedLength(least + aside) - aside, 2 * MOST_FROM_CACHE)) - early.length
  const rest = await walk({ offset: 0, limit: missing, after: place })
  const found = [...early, ...rest]
  // Records that are set aside are included, since they come back: when others leave them unanswered, or when the user wants to see
  // skipped ones again.
  const open = [...new Set([...found.map(({ pk }) => pk), ...setAside])]
  if (open.length <= MOST_OPEN)
    starts.set(key, { reopened, place: rest.length < missing ? 'end' : rest.at(-1)?.place, open })
  return found.slice(offset, offset + limit)
}

interface OpenRecords {
  datasetId: string
  open: readonly number[]
  userId: string
  target: number | undefined
  setAside: string | undefined
  hasAssignments: boolean
}

const selectOpen = prepared((db: Db, { open, datasetId, ...queue }: OpenRecords) =>
  db
    .selectFrom('records as r')
    .select(({ selectFrom }) => [
      'r.pk',
      'r.id',
      'r.inserted_at',
      selectFrom('dataset_stats as d').select('d.reopened').where('d.dataset_id', '=', datasetId).as('reopened'),
    ])
    .where('r.pk', 'in', open)
    .where(
      compileFilters({
        ...{ ...queue, datasetId: '', sorts: [], isNarrow: true },
        filters: [{ on: 'status', anyOf: ['pending'] }],
      }),
    ),
)

/**
 * Find the records of `open` that are still pending and come before the position, in the order of the queue, and the version of the dataset
 * in the same snapshot; no version when there are no such records.
 */
async function findOpen(
  db: Db,
  query: RecordQuery,
  { place: until, open }: QueueStart,
): Promise<{ found: Placed[]; reopened: number | undefined }> {
  if (open.length === 0) return { found: [], reopened: undefined }
  const { datasetId, userId = '', target, setAside = [], hasAssignments = false } = query
  const isOwn = isOwnOrder(query)
  const { rows } = await selectOpen(db, {
    ...{ datasetId, open: padded(open), userId, target, hasAssignments },
    setAside: setAside.length === 0 ? undefined : keyText(setAside),
  })
  const [first] = rows
  const found = rows.map(({ pk, id, inserted_at }): Placed => {
    return { pk, place: isOwn ? { in: 'own', id } : { in: 'sort', keys: [inserted_at], pk } }
  })
  const before = found
    .filter(({ place }) => until === 'end' || until === undefined || compare(userId, place, until) <= 0)
    .sort((one, other) => compare(userId, one.place, other.place))
  return { found: before, reopened: first && (first.reopened ?? 0) }
}

function compare(userId: string, one: Place, other: Place): number {
  if (one.in === 'own' && other.in === 'own')
    return Number(one.id < userId) - Number(other.id < userId) || (one.id < other.id ? -1 : Number(one.id > other.id))
  if (one.in === 'sort' && other.in === 'sort') return Number(one.keys[0]) - Number(other.keys[0]) || one.pk - other.pk
  return 0
}
