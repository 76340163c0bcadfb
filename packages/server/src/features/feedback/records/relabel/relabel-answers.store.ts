import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { answerTo } from '@postil/domain/answers/asked-question'
import type { Score } from '@postil/domain/options/relabel-answer'
import { sql } from 'kysely'
import { containsText } from '../../../../db/engines/engine-sql'
import { insertRows } from '../../../../db/insert-rows'
import type { Db, QuestionTable, ResponseTable, SuggestionTable, Tx } from '../../../../db/tables'
import { responseTerms, suggestionTerms } from '../../common/answer-terms'

/** The question whose options change. */
export type Asked = Pick<QuestionTable, 'id' | 'dataset_id' | 'name' | 'settings'>

/** A suggestion with the id of its record. */
export type SuggestionOf = SuggestionTable & { of_record: string }

/** The answers and suggestions of these records whose JSON text contains the option. */
export async function readAnswers(db: Db, question: Asked, option: string, ids: readonly string[]) {
  const text = JSON.stringify(option)
  const [responses, suggestions] = await Promise.all([
    db
      .selectFrom('responses')
      .innerJoin('records', 'records.pk', 'responses.record_pk')
      .selectAll('responses')
      .where('records.id', 'in', ids)
      .where(({ ref }) => containsText(db, ref('responses.values'), text))
      .execute(),
    db
      .selectFrom('suggestions')
      .innerJoin('records', 'records.pk', 'suggestions.record_pk')
      .selectAll('suggestions')
      .select('records.id as of_record')
      .where('records.id', 'in', ids)
      .where('suggestions.question_id', '=', question.id)
      .where(({ ref }) => containsText(db, ref('suggestions.value'), text))
      .execute(),
  ])
  return { responses, suggestions }
}

export async function selectResponses(db: Db, ids: readonly string[]): Promise<ResponseTable[]> {
  if (ids.length === 0) return []
  return db.selectFrom('responses').selectAll().where('id', 'in', ids).execute()
}

export async function selectSuggestions(db: Db, ids: readonly string[]): Promise<SuggestionOf[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('suggestions')
    .innerJoin('records', 'records.pk', 'suggestions.record_pk')
    .selectAll('suggestions')
    .select('records.id as of_record')
    .where('suggestions.id', 'in', ids)
    .execute()
}

/** The ids of the records to which answers or suggestions belong. */
export async function recordsOf(
  db: Db,
  responses: readonly string[],
  suggestions: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('records')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(
          'pk',
          'in',
          eb
            .selectFrom('responses')
            .select('record_pk')
            .where('id', 'in', ['', ...responses]),
        ),
        eb(
          'pk',
          'in',
          eb
            .selectFrom('suggestions')
            .select('record_pk')
            .where('id', 'in', ['', ...suggestions]),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** Rewrite the values of answers and suggestions and their index rows; many per statement. */
export async function rewriteAnswers(
  tx: Tx,
  question: Asked,
  settings: QuestionSettings,
  responses: readonly ResponseTable[],
  suggestions: readonly SuggestionTable[],
): Promise<void> {
  if (responses.length > 0) {
    const rows = sql.join(responses.map((row) => sql`(${row.id}, ${row.values})`))
    await sql`update responses set "values" = given.column2 from (values ${rows}) as given
      where responses.id = given.column1`.execute(tx)
  }
  if (suggestions.length > 0) {
    const rows = sql.join(suggestions.map((row) => sql`(${row.id}, ${row.value}, ${row.score})`))
    await sql`update suggestions set value = given.column2, score = given.column3 from (values ${rows}) as given
      where suggestions.id = given.column1`.execute(tx)
  }
  const sources = [...responses, ...suggestions].map(({ id }) => id)
  if (sources.length === 0) return
  await tx.deleteFrom('answer_terms').where('source', 'in', sources).where('question_id', '=', question.id).execute()
  await insertRows(tx, 'answer_terms', [
    ...responses.flatMap((row) => responseTerms(row, [{ ...question, settings }], valuesOf(row))),
    ...suggestions.flatMap((row) =>
      suggestionTerms(row, settings, { value: JSON.parse(row.value), score: scoreOf(row) }),
    ),
  ])
}

export function valuesOf({ values }: Pick<ResponseTable, 'values'>): AnswersByName {
  return values === null ? {} : JSON.parse(values)
}

export function valueIn(row: Pick<ResponseTable, 'values'>, { name }: Pick<Asked, 'name'>): AnswerValue | undefined {
  return answerTo(valuesOf(row), name)?.value
}

export function scoreOf({ score }: Pick<SuggestionTable, 'score'>): Score {
  return score === null ? null : JSON.parse(score)
}
