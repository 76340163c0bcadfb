import type { SuggestionOptions } from '@postil/contract/feedback/search'
import type { Db } from '../../../db/tables'
import { listQuestions } from '../questions/questions.service'

/** The agents of each question's suggestions, sorted; questions in their order. */
export async function findSuggestionOptions(db: Db, datasetId: string): Promise<SuggestionOptions[]> {
  const questions = await listQuestions(db, datasetId)
  const rows = await db
    .selectFrom('suggestions')
    .select(['question_id', 'agent'])
    .distinct()
    .where('dataset_id', '=', datasetId)
    .where('agent', 'is not', null)
    .execute()
  return questions.map(({ id, name }) => {
    const agents = rows.flatMap((row) => (row.question_id === id && row.agent !== null ? [row.agent] : []))
    return { question: { id, name }, agents: agents.sort() }
  })
}
