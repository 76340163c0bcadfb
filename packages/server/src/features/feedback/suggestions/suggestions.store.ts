import type { Db, SuggestionTable, Tx } from '../../../db/tables'
import { deleteTerms } from '../common/answer-terms'

/** The suggestions of a record, oldest first. */
export function listSuggestions(db: Db, recordPk: number): Promise<SuggestionTable[]> {
  return db
    .selectFrom('suggestions')
    .selectAll()
    .where('record_pk', '=', recordPk)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}

/** The suggestion of a record for one question. */
export async function findSuggestionFor(
  db: Db,
  recordPk: number,
  questionId: string,
): Promise<SuggestionTable | undefined> {
  return db
    .selectFrom('suggestions')
    .selectAll()
    .where('record_pk', '=', recordPk)
    .where('question_id', '=', questionId)
    .executeTakeFirst()
}

/** Delete all suggestions of these records; returns the deleted ones. */
export async function deleteSuggestionsOf(tx: Tx, recordPks: readonly number[]): Promise<SuggestionTable[]> {
  if (recordPks.length === 0) return []
  const rows = await tx.deleteFrom('suggestions').where('record_pk', 'in', recordPks).returningAll().execute()
  await tx
    .deleteFrom('answer_terms')
    .where('record_pk', 'in', recordPks)
    .where('kind', 'in', ['suggestion', 'score'])
    .execute()
  return rows
}

/** Delete suggestions of one record by id; those of other records stay. */
export async function deleteSuggestionRows(
  tx: Tx,
  recordPk: number,
  ids: readonly string[],
): Promise<SuggestionTable[]> {
  const rows = await tx
    .deleteFrom('suggestions')
    .where('record_pk', '=', recordPk)
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  await deleteTerms(
    tx,
    rows.map(({ id }) => id),
  )
  return rows
}
