import { sql } from 'kysely'
import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { countTheirs } from './assigned'
import { readDatasetVersion } from './dataset-version'
import { RecentMap } from './recent-map'
import type { AnswerStatus, RecordFilter, RecordQuery } from './record-query'

/** Counts that are stored, cached, or answered by one short range of an index. */

/** True for a query whose only filter is that its user has still to answer the record. */
export function isOwnPending({ userId, filters }: RecordQuery): boolean {
  const [only, ...others] = filters
  if (userId === undefined || only?.on !== 'status' || others.length > 0) return false
  return only.anyOf.length > 0 && only.anyOf.every((status) => status === 'pending')
}

/**
 * The single status of the user's own responses that a query filters by, with its other filters; undefined when it filters by none or by
 * several.
 */
export function ownStatus(
  query: RecordQuery,
): { status: Exclude<AnswerStatus, 'pending'>; otherFilters: RecordFilter[] } | undefined {
  if (query.userId === undefined) return undefined
  const statusFilter = query.filters.find((filter) => filter.on === 'status')
  const [status, ...others] = statusFilter?.anyOf ?? []
  if (status === undefined || status === 'pending' || others.length > 0) return undefined
  return { status, otherFilters: query.filters.filter((filter) => filter !== statusFilter) }
}

/** The number of records in a dataset. */
export async function countAll(db: Db, datasetId: string): Promise<number> {
  const row = await db
    .selectFrom('dataset_stats')
    .select('records')
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  return row?.records ?? 0
}

/** The number of responses of a query's user, of one status or of all. */
export async function countOwn(
  db: Db,
  { datasetId, userId }: RecordQuery,
  status?: Exclude<AnswerStatus, 'pending'>,
): Promise<number> {
  const mine = db
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataset_id', '=', datasetId)
    .where('user_id', '=', userId ?? '')
  const row = await (status === undefined ? mine : mine.where('status', '=', status)).executeTakeFirstOrThrow()
  return row.count
}

/**
 * Counts of pending records in datasets with a target or assignments, as counted under a version of the dataset: counting reads all answers of the user, and
 * what others complete changes it.
 */
const pendingCounts = new RecentMap<{ changes: number; count: number }>(10_000)

/** The number of records of a dataset without a response of the query's user that are not closed for that user either. */
export async function countOwnPending(db: Db, query: RecordQuery): Promise<number> {
  const { datasetId, userId = '', target, hasAssignments, setAside = [] } = query
  if (target === undefined && !hasAssignments)
    return (await countUnanswered(db, { datasetId, userId })) - setAside.length
  // The version is read before the answers are counted, so that a change in between makes the cached count outdated.
  const version = await readDatasetVersion(db, datasetId)
  const { changes } = version
  const key = [datasetId, userId, target, hasAssignments].join(' ')
  const known = pendingCounts.get(key)
  if (known?.changes === changes) return known.count - setAside.length
  const count = hasAssignments
    ? await countTheirs(db, query, version)
    : await countNotClosed(db, query, version.records)
  pendingCounts.set(key, { changes, count })
  return count - setAside.length
}

async function countNotClosed(db: Db, query: RecordQuery, records: number): Promise<number> {
  const [answered, closed] = await Promise.all([countOwn(db, query), countClosed(db, { ...query, setAside: [] })])
  return records - answered - closed
}

/** The number of responses of users, and the number of their first answers at that time; the growth of the latter since then is added. */
const answerCounts = new RecentMap<{ reopened: number; given: number; answered: number }>(10_000)

interface OfUser {
  datasetId: string
  userId: string
  isCounted: boolean
}

/** One statement, so that all numbers are of the same snapshot. */
const selectAnswered = prepared((db: Db, { datasetId, userId, isCounted }: OfUser) => {
  const all = sql<number>`(select count(*) from responses where dataset_id = ${datasetId} and user_id = ${userId})`
  return db
    .selectFrom('dataset_stats as d')
    .leftJoin('given_answers as f', (join) =>
      join.onRef('f.dataset_id', '=', 'd.dataset_id').on('f.user_id', '=', userId),
    )
    .select(['d.records', 'd.reopened', 'f.given', (isCounted ? all : sql<number>`0`).as('answered')])
    .where('d.dataset_id', '=', datasetId)
})

async function countUnanswered(db: Db, of: { datasetId: string; userId: string }): Promise<number> {
  const key = `${of.datasetId} ${of.userId}`
  const known = answerCounts.get(key)
  const now = await readAnswered(db, { ...of, isCounted: known === undefined })
  if (known?.reopened === now.reopened) return now.records - known.answered - (now.given - known.given)
  const counted = known === undefined ? now : await readAnswered(db, { ...of, isCounted: true })
  answerCounts.set(key, counted)
  return counted.records - counted.answered
}

async function readAnswered(db: Db, of: OfUser) {
  const [row] = (await selectAnswered(db, of)).rows
  return {
    records: Number(row?.records ?? 0),
    reopened: Number(row?.reopened ?? 0),
    given: Number(row?.given ?? 0),
    answered: Number(row?.answered ?? 0),
  }
}

/**
 * The number of records that are not pending for a query's user although that user has not answered them: closed ones, and those set aside.
 */
export async function countClosed(
  db: Db,
  { datasetId, userId, target, setAside = [] }: Omit<RecordQuery, 'filters' | 'sorts'>,
): Promise<number> {
  if (target === undefined) return setAside.length
  // Two counts: all closed records by a range of the index, less those that the user has answered, of which there are fewer.
  const all = db
    .selectFrom('response_counts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataset_id', '=', datasetId)
    .where('submitted', '>=', target)
  const own = db
    .selectFrom('responses')
    .innerJoin('response_counts', 'response_counts.record_pk', 'responses.record_pk')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('responses.dataset_id', '=', datasetId)
    .where('responses.user_id', '=', userId ?? '')
    .where('response_counts.submitted', '>=', target)
  const [closed, answered] = await Promise.all([all.executeTakeFirstOrThrow(), own.executeTakeFirstOrThrow()])
  return closed.count - answered.count + setAside.length
}
