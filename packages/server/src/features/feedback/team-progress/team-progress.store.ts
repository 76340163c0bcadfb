import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { LONGEST_GAP_SECONDS, QUARTER_MICROS } from '@postil/domain/progress/team-days'
import { sql } from 'kysely'
import type { Db, ResponseTable, SuggestionTable } from '../../../db/tables'
import { countAll } from '../../../search/count-kept'
import { realCount } from '../../../search/known-count'
import { GOLD_COUNT } from '../../../search/record-query'

const quarter = sql<number>`inserted_at / ${sql.lit(QUARTER_MICROS)}`

/** The number of answers that each user submitted in each quarter of an hour, numbered since 1970. */
export async function countAnswers(
  db: Db,
  datasetId: string,
): Promise<{ user_id: string | null; quarter: number; answers: number }[]> {
  return db
    .selectFrom('responses')
    .select(({ fn }) => ['user_id', quarter.as('quarter'), fn.countAll<number>().as('answers')])
    .where('dataset_id', '=', datasetId)
    .where('status', '=', 'submitted')
    .groupBy(['user_id', quarter])
    .execute()
}

/** The number of records that were completed in each quarter of an hour: those that got their last required answer then. Gold records have none. */
export async function countCompletions(
  db: Db,
  datasetId: string,
  minSubmitted: number,
): Promise<{ quarter: number; completed: number }[]> {
  const { rows } = await sql<{ quarter: number; completed: number }>`
    select ${quarter} as quarter, count(*) as completed from (
      select inserted_at, row_number() over (partition by record_pk order by inserted_at, id) as place from responses
      where dataset_id = ${datasetId} and status = 'submitted' and record_pk not in (
        select record_pk from response_counts where dataset_id = ${datasetId} and submitted >= ${GOLD_COUNT})) placed
    where place = ${minSubmitted} group by 1`.execute(db)
  return rows
}

/** How often each number of whole seconds passed between two submitted answers of a user; gaps of more than five minutes are left out. */
export async function countGaps(
  db: Db,
  datasetId: string,
): Promise<{ user_id: string | null; seconds: number; times: number }[]> {
  const { rows } = await sql<{ user_id: string | null; seconds: number; times: number }>`
    select user_id, seconds, count(*) as times from (
      select user_id, (inserted_at - lag(inserted_at) over (partition by user_id order by inserted_at)) / 1000000 as seconds
      from responses where dataset_id = ${datasetId} and status = 'submitted') gaps
    where seconds between 1 and ${LONGEST_GAP_SECONDS} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** The number of each user's responses by status, with the time of the last one. */
export async function countPeople(
  db: Db,
  datasetId: string,
): Promise<
  {
    user_id: string | null
    username: string | null
    first_name: string | null
    last_name: string | null
    status: ResponseTable['status']
    count: number
    last: number
  }[]
> {
  return db
    .selectFrom('responses')
    .leftJoin('users', 'users.id', 'responses.user_id')
    .select(({ fn }) => [
      'responses.user_id',
      'users.username',
      'users.first_name',
      'users.last_name',
      'responses.status',
      fn.countAll<number>().as('count'),
      fn.max<number>('responses.updated_at').as('last'),
    ])
    .where('responses.dataset_id', '=', datasetId)
    .groupBy(['responses.user_id', 'users.username', 'users.first_name', 'users.last_name', 'responses.status'])
    .execute()
}

/**
 * The total number of records, of completed ones, and of those with too few submitted answers, but at least one; separately the number of gold
 * records, which are in none of the others.
 */
export async function countRecords(db: Db, datasetId: string, minSubmitted: number): Promise<TeamProgress['records']> {
  const { completed, started, gold } = await db
    .selectFrom('response_counts')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('submitted', '>=', minSubmitted).as('completed'),
      fn.countAll<number>().filterWhere('submitted', '>=', GOLD_COUNT).as('gold'),
      fn.countAll<number>().filterWhere('submitted', '>', 0).filterWhere('submitted', '<', minSubmitted).as('started'),
    ])
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  return {
    total: (await countAll(db, datasetId)) - gold,
    completed: completed - gold,
    started,
    gold,
  }
}

/** The number of suggestions that each agent made for a question, and of those whose record has a submitted answer. */
export async function countSuggestions(
  db: Db,
  datasetId: string,
  questionId: string,
): Promise<{ agent: string | null; suggested: number; answered: number }[]> {
  return db
    .selectFrom('suggestions')
    .leftJoin('response_counts as answered', (join) =>
      join.onRef('answered.record_pk', '=', 'suggestions.record_pk').on(realCount('answered'), '>', 0),
    )
    .select(({ fn }) => [
      'suggestions.agent',
      fn.countAll<number>().as('suggested'),
      fn.count<number>('answered.record_pk').as('answered'),
    ])
    .where('suggestions.dataset_id', '=', datasetId)
    .where('suggestions.question_id', '=', questionId)
    .groupBy('suggestions.agent')
    .orderBy('suggestions.agent')
    .execute()
}

/** The suggestions for these records. */
export function selectSuggestions(
  db: Db,
  recordPks: readonly number[],
): Promise<Pick<SuggestionTable, 'record_pk' | 'question_id' | 'agent' | 'value'>[]> {
  return db
    .selectFrom('suggestions')
    .select(['record_pk', 'question_id', 'agent', 'value'])
    .where('record_pk', 'in', recordPks)
    .execute()
}

/** The number of submitted answers and of suggestions with each label or rating. */
export async function countTerms(
  db: Db,
  datasetId: string,
  questionId: string,
): Promise<{ label: string; answers: number; suggested: number }[]> {
  const { rows } = await sql<{ label: string; answers: number; suggested: number }>`
    select term as label, count(case when kind = 'response' then 1 end) as answers, count(case when kind = 'suggestion' then 1 end) as suggested
    from answer_terms left join responses on answer_terms.kind = 'response' and responses.id = answer_terms.source
    where answer_terms.dataset_id = ${datasetId} and question_id = ${questionId}
      and (kind = 'suggestion' or (kind = 'response' and responses.status = 'submitted'))
    group by term`.execute(db)
  return rows
}
