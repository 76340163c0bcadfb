import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { countAssigned, countMine } from './assigned'
import { type DatasetVersion, readDatasetVersion } from './dataset-version'
import { RecentMap } from './recent-map'
import { GOLD_COUNT, type RecordQuery } from './record-query'

/**
 * Counts of pending records in datasets with a target or assignments, as counted under a version of the dataset: counting reads all answers of the user, and
 * what others complete changes it.
 */
const pendingCounts = new RecentMap<{ changes: number; count: number }>(10_000)

/** The number of records of a dataset without a response of the query's user that are not closed for that user either. */
export async function countOwnPending(db: Db, query: RecordQuery): Promise<number> {
  const { datasetId, userId = '', target, hasAssignments = false, setAside = [] } = query
  if (target === undefined && !hasAssignments)
    return (await countUnanswered(db, { datasetId, userId })) - setAside.length
  // Only gold records are closed, of which there are few: nothing is counted that grows with the number of answers.
  if (target !== undefined && target >= GOLD_COUNT && !hasAssignments) {
    const of = { datasetId, userId }
    const [unanswered, gold] = await Promise.all([countUnanswered(db, of), findUnansweredGold(db, of)])
    return unanswered - gold.length - setAside.length
  }
  // The version is read before the answers are counted, so that a change in between makes the cached count outdated.
  const version = await readDatasetVersion(db, datasetId)
  const { changes } = version
  const key = [datasetId, userId, target, hasAssignments].join(' ')
  const known = pendingCounts.get(key)
  if (known?.changes === changes) return known.count - setAside.length
  const count = await countOpen(db, { datasetId, userId, target, hasAssignments }, version)
  pendingCounts.set(key, { changes, count })
  return count - setAside.length
}

interface OpenFor {
  datasetId: string
  userId: string
  target: number | undefined
  hasAssignments: boolean
}

/** Records assigned to the user, and all records that are assigned to nobody less those completed, and less those answered by the user only. */
async function countOpen(db: Db, of: OpenFor, version: DatasetVersion): Promise<number> {
  const { hasAssignments } = of
  const assigned = hasAssignments ? await countAssigned(db, of.datasetId, version) : 0
  const mine = hasAssignments ? await countMine(db, of) : 0
  if (hasAssignments && assigned >= version.records) return mine
  const [{ rows }, completed] = await Promise.all([selectAnsweredOpen(db, of), countCompleted(db, of)])
  return mine + version.records - assigned - completed - (rows[0]?.count ?? 0)
}

/** The records that the user has answered and that are neither completed nor assigned to anybody. */
const selectAnsweredOpen = prepared((db: Db, { datasetId, userId, target, hasAssignments }: OpenFor) => {
  const own = db
    .selectFrom('responses as own')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('own.dataset_id', '=', datasetId)
    .where('own.user_id', '=', userId)
    .$if(hasAssignments, (free) =>
      free.where(
        sql<boolean>`(select a.user_id from assignments as a where a.record_pk = own.record_pk limit 1) is null`,
      ),
    )
  if (target === undefined) return own
  return own.where(
    sql<boolean>`(select c.record_pk from response_counts as c where c.record_pk = own.record_pk and c.submitted >= ${target}) is null`,
  )
})

/**
 * The number of completed records of a dataset that are assigned to nobody, with the number of those that first answers had completed at that
 * time; the growth of the latter since then is added.
 */
const completedCounts = new RecentMap<{ changes: number; given: number; count: number }>(1000)

type CompletedOf = Omit<OpenFor, 'userId'> & { isCounted: boolean }

/** One statement, so that all numbers are of the same snapshot. */
const selectCompleted = prepared((db: Db, { datasetId, target = 0, hasAssignments, isCounted }: CompletedOf) => {
  const free = hasAssignments
    ? sql` and (select a.user_id from assignments as a where a.record_pk = c.record_pk limit 1) is null`
    : sql``
  const all = sql<number>`(select count(*) from response_counts as c where c.dataset_id = ${datasetId} and c.submitted >= ${target}${free})`
  const given = sql<number>`(select coalesce(cast(sum(completed) as bigint), 0) from given_answers where dataset_id = ${datasetId})`
  return db
    .selectFrom('dataset_stats as d')
    .select(['d.changes', given.as('given'), (isCounted ? all : sql<number>`0`).as('count')])
    .where('d.dataset_id', '=', datasetId)
})

async function countCompleted(db: Db, { datasetId, target, hasAssignments }: OpenFor): Promise<number> {
  if (target === undefined) return 0
  const of = { datasetId, target, hasAssignments }
  const key = [datasetId, target, hasAssignments].join(' ')
  const known = completedCounts.get(key)
  const now = await readCompleted(db, { ...of, isCounted: known === undefined })
  // Answers complete records, but make none gold.
  const completed = known && target < GOLD_COUNT ? now.given - known.given : 0
  if (known?.changes === now.changes) return known.count + completed
  const counted = known === undefined ? now : await readCompleted(db, { ...of, isCounted: true })
  completedCounts.set(key, counted)
  return counted.count
}

async function readCompleted(db: Db, of: CompletedOf) {
  const [row] = (await selectCompleted(db, of)).rows
  return { changes: row?.changes ?? 0, given: row?.given ?? 0, count: row?.count ?? 0 }
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

const selectUnansweredGold = prepared((db: Db, { datasetId, userId }: Omit<OfUser, 'isCounted'>) =>
  db
    .selectFrom('response_counts as of')
    .select('of.record_pk')
    .where('of.dataset_id', '=', datasetId)
    .where('of.submitted', '>=', GOLD_COUNT)
    .where(isUnansweredBy(userId)),
)

/** The condition that a user has no response to the record of a row called `of`. */
export function isUnansweredBy(userId: string): RawBuilder<boolean> {
  const record = sql.ref('of.record_pk')
  return sql`not exists (select 1 from responses as own where own.record_pk = ${record} and own.user_id = ${userId})`
}

/** The gold records that a user has not answered. */
export async function findUnansweredGold(db: Db, of: { datasetId: string; userId: string }): Promise<number[]> {
  return (await selectUnansweredGold(db, of)).rows.map(({ record_pk }) => record_pk)
}

async function countUnanswered(db: Db, of: { datasetId: string; userId: string }): Promise<number> {
  const { records, answered } = await countAnswers(db, of)
  return records - answered
}

/** The number of a user's responses in a dataset. */
export async function countAnswered(db: Db, of: { datasetId: string; userId: string }): Promise<number> {
  return (await countAnswers(db, of)).answered
}

async function countAnswers(
  db: Db,
  of: { datasetId: string; userId: string },
): Promise<{ records: number; answered: number }> {
  const key = `${of.datasetId} ${of.userId}`
  const known = answerCounts.get(key)
  const now = await readAnswered(db, { ...of, isCounted: known === undefined })
  if (known?.reopened === now.reopened)
    return { records: now.records, answered: known.answered + (now.given - known.given) }
  const counted = known === undefined ? now : await readAnswered(db, { ...of, isCounted: true })
  answerCounts.set(key, counted)
  return counted
}

async function readAnswered(db: Db, of: OfUser) {
  const [row] = (await selectAnswered(db, of)).rows
  return {
    records: row?.records ?? 0,
    reopened: row?.reopened ?? 0,
    given: row?.given ?? 0,
    answered: row?.answered ?? 0,
  }
}
