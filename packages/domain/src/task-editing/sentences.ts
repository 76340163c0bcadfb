import type { Text2TextBody } from '@postil/contract/task/records'
import type { EditableRecord } from './record'

type TextRecord = EditableRecord<Text2TextBody>

/** The predicted texts, best first; those with equal scores keep their order. */
export function predictedSentences({ prediction }: Pick<Text2TextBody, 'prediction'>) {
  return (prediction?.sentences ?? []).toSorted((one, other) => other.score - one.score)
}

/** Where the text in the editor comes from: nobody has touched a prediction, somebody has written it, or there is none. */
export type SentenceOrigin = 'prediction' | 'annotation' | 'none'

/** The text that the editor begins with: the annotation, else the best prediction, else nothing. */
export function shownSentence(record: TextRecord): { text: string; origin: SentenceOrigin } {
  const annotated = record.annotation?.sentences[0]
  if (annotated) return { text: annotated.text, origin: 'annotation' }
  const [best] = predictedSentences(record.body)
  return best ? { text: best.text, origin: 'prediction' } : { text: '', origin: 'none' }
}

/** An annotation of one text. The agent is the caller's. */
export function sentenceAnnotation(text: string): NonNullable<Text2TextBody['annotation']> {
  return { agent: '', sentences: [{ text, score: 1 }] }
}

/** What Validate would save: the text in the editor; undefined when it is blank. */
export function sentenceToValidate(record: TextRecord): NonNullable<Text2TextBody['annotation']> | undefined {
  const { text } = shownSentence(record)
  return text.trim() === '' ? undefined : sentenceAnnotation(text)
}
