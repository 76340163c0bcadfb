import { prepared } from '../../../db/prepared'
import type { Db, QuestionTable, Tx } from '../../../db/tables'

const questionsOf = prepared((db: Db, { datasetId }: { datasetId: string }) =>
  db.selectFrom('questions').selectAll().where('dataset_id', '=', datasetId).orderBy('inserted_at').orderBy('id'),
)

/** Questions of a dataset, oldest first: the order in which answers are checked. */
export async function listQuestions(db: Db, datasetId: string): Promise<QuestionTable[]> {
  return (await questionsOf(db, { datasetId })).rows
}

export function findQuestion(db: Db, id: string): Promise<QuestionTable | undefined> {
  return db.selectFrom('questions').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertQuestion(tx: Tx, row: QuestionTable): Promise<void> {
  await tx.insertInto('questions').values(row).execute()
}

/** Lock a question's row until the end of the transaction, so that merges into its settings are sequential. */
export function holdQuestion(tx: Tx, id: string): Promise<QuestionTable | undefined> {
  return tx
    .updateTable('questions')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function updateQuestionRow(tx: Tx, id: string, changed: Partial<QuestionTable>): Promise<void> {
  await tx.updateTable('questions').set(changed).where('id', '=', id).execute()
}

export async function deleteQuestionRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('questions').where('id', '=', id).execute()
}
