import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { answerTo } from '@postil/domain/answers/asked-question'
import type { AnswerTermTable, ResponseTable, SuggestionTable, Tx } from '../../../db/tables'
import type { RuledQuestion } from './dataset-rules'

/** The index rows by which filters find a response. */
export function responseTerms(
  row: ResponseTable,
  questions: readonly Pick<RuledQuestion, 'id' | 'name' | 'settings'>[],
  values: AnswersByName | null | undefined,
): AnswerTermTable[] {
  return questions.flatMap(({ id: question_id, name, settings }) => {
    const answer = answerTo(values ?? {}, name)
    if (!answer) return []
    const { dataset_id, record_pk, user_id, id: source } = row
    const shared = { dataset_id, record_pk, source, user_id, question_id }
    return valueTerms(settings, answer.value).map((term): AnswerTermTable => ({ ...shared, kind: 'response', ...term }))
  })
}

/** The index rows by which filters find a suggestion: by its value, and by its score or each of its scores. */
export function suggestionTerms(
  { id, dataset_id, record_pk, question_id }: Pick<SuggestionTable, 'id' | 'dataset_id' | 'record_pk' | 'question_id'>,
  settings: QuestionSettings,
  { value, score }: { value: AnswerValue; score?: number | number[] | null | undefined },
): AnswerTermTable[] {
  const shared = { dataset_id, record_pk, source: id, user_id: null, question_id }
  const scores = new Set([score ?? []].flat())
  return [
    ...valueTerms(settings, value).map((term): AnswerTermTable => ({ ...shared, kind: 'suggestion', ...term })),
    ...[...scores].map((num): AnswerTermTable => ({ ...shared, kind: 'score', term: String(num), num })),
  ]
}

/** Delete the index rows of responses or suggestions, by the ids of these. */
export async function deleteTerms(tx: Tx, sources: readonly string[]): Promise<void> {
  if (sources.length > 0) await tx.deleteFrom('answer_terms').where('source', 'in', sources).execute()
}

/**
 * The values by which filters find an answer or a suggestion: its label, each of its labels, or its rating. Other types of questions cannot
 * be filtered by.
 */
function valueTerms({ type }: QuestionSettings, value: AnswerValue): Pick<AnswerTermTable, 'term' | 'num'>[] {
  switch (type) {
    case 'label_selection':
      return typeof value === 'string' ? [{ term: value, num: null }] : []
    case 'multi_label_selection':
      return Array.isArray(value)
        ? value.flatMap((label) => (typeof label === 'string' ? [{ term: label, num: null }] : []))
        : []
    case 'rating':
      return typeof value === 'number' ? [{ term: String(value), num: value }] : []
    case 'text':
    case 'ranking':
    case 'span':
      return []
  }
}
