import type { Question } from '@postil/contract/feedback/settings/questions'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { answerInWords } from '../../feedback/answers/answer-words.ts'

/** The suggestion for the first label or rating question as text; empty when there is none. */
export function suggestedKey(
  questions: readonly Question[],
  { fields, suggestions }: Pick<AnnotationRecord, 'fields' | 'suggestions'>,
): string {
  const question = questions.find(
    ({ settings: { type } }) => type === 'label_selection' || type === 'multi_label_selection' || type === 'rating',
  )
  const suggestion = suggestions.find(({ questionId }) => questionId === question?.id)
  return question && suggestion ? answerInWords(question, suggestion.value, fields) : ''
}

/** Records grouped by suggestion, largest group first, those without suggestion last. The order within a group is kept. */
export function groupRecords(
  questions: readonly Question[],
  records: readonly AnnotationRecord[],
): readonly AnnotationRecord[] {
  const groups = new Map<string, AnnotationRecord[]>()
  for (const record of records) {
    const key = suggestedKey(questions, record)
    groups.set(key, [...(groups.get(key) ?? []), record])
  }
  return [...groups]
    .sort(([one, first], [other, second]) => Number(one === '') - Number(other === '') || second.length - first.length)
    .flatMap(([, group]) => group)
}
