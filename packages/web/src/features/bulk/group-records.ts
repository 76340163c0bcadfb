import type { Question } from '@postil/contract/feedback/questions'
import type { AnnotationRecord } from '../../api/record.ts'
import { answerInWords } from '../feedback/answers/answer-words.ts'

/** What is suggested for a record in the first question of labels or a rating, in words; empty when nothing is. */
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

/** Records with the same suggestion together, the largest group first; those without one come last. Inside a group the order stays. */
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
