import type { Question, QuestionPatch } from '@postil/contract/feedback/settings/questions'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { freshItems } from '../freshness.ts'

/** The questions of a dataset, in its order. Throws ERROR_FETCHING_QUESTIONS. */
export function fetchQuestions(datasetId: string): Promise<Question[]> {
  return named('ERROR_FETCHING_QUESTIONS', async () =>
    freshItems(await api.answer('GET /api/v1/datasets/{dataset_id}/questions', { params: { dataset_id: datasetId } })),
  )
}

/** Change title, description or settings of a question. Throws ERROR_PATCHING_QUESTIONS. */
export function patchQuestion(questionId: string, body: Partial<QuestionPatch>): Promise<Question> {
  return named('ERROR_PATCHING_QUESTIONS', () =>
    api('PATCH /api/v1/questions/{question_id}', { params: { question_id: questionId }, body }),
  )
}
