import type { AnyRecordBody } from '@postil/contract/task/records'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'

export type TaskAnnotation = NonNullable<AnyRecordBody['annotation']>

/** The labels, the marked words with their labels, or the texts of an annotation or prediction of a record with this text. */
export function contentWords(content: TaskAnnotation, text: string): string {
  const words =
    'labels' in content
      ? content.labels.map((label) => label.class)
      : 'entities' in content
        ? content.entities.map(({ start, end, label }) => `${sliceByCodePoints(text, start, end)} (${label})`)
        : content.sentences.map((sentence) => sentence.text)
  return words.join(', ')
}
