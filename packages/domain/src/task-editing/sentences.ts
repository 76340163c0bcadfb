import type { Text2TextBody } from '@postil/contract/task/records'
import type { EditableRecord } from './record'

type TextRecord = EditableRecord<Text2TextBody>

/** A text that an agent predicted, with its score from 0 to 1. */
export interface PredictedSentence {
  agent: string
  text: string
  score: number
}

/** The predicted texts of all agents, highest score first. Texts with equal scores keep their order, the main prediction first. */
export function predictedSentences({
  prediction,
  predictions,
}: Pick<Text2TextBody, 'prediction' | 'predictions'>): PredictedSentence[] {
  const others = Object.entries(predictions ?? {}).filter(([agent]) => agent !== prediction?.agent)
  return [...(prediction ? [[prediction.agent, prediction] as const] : []), ...others]
    .flatMap(([agent, { sentences }]) => sentences.map(({ text, score }) => ({ agent, text, score })))
    .toSorted((one, other) => other.score - one.score)
}

/** The prediction that shares the most words with a text; undefined when none shares at least half of the text's words. */
export function nearestPrediction(
  text: string,
  predictions: readonly PredictedSentence[],
): PredictedSentence | undefined {
  const same = predictions.find((one) => one.text === text)
  if (same) return same
  const words = wordsOf(text)
  const shares = predictions.map((one) => ({ one, count: sharedCount(words, wordsOf(one.text)) }))
  const [best] = shares.toSorted((one, other) => other.count - one.count)
  return best && best.count * 2 >= words.length && best.count > 0 ? best.one : undefined
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function sharedCount(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  }).length
}

/** The source of the text in the editor: an unchanged prediction, an annotation, or no text at all. */
export type SentenceOrigin = 'prediction' | 'annotation' | 'none'

/** The initial text of the editor: the annotation, else the best prediction, else an empty text. */
export function shownSentence(record: TextRecord): { text: string; origin: SentenceOrigin } {
  const annotated = record.annotation?.sentences[0]
  if (annotated) return { text: annotated.text, origin: 'annotation' }
  const [best] = predictedSentences(record.body)
  return best ? { text: best.text, origin: 'prediction' } : { text: '', origin: 'none' }
}

/** An annotation with one text. The agent is empty; the caller sets it. */
export function sentenceAnnotation(text: string): NonNullable<Text2TextBody['annotation']> {
  return { agent: '', sentences: [{ text, score: 1 }] }
}

/** The annotation that Validate would save: the text in the editor; undefined when that is blank. */
export function sentenceToValidate(record: TextRecord): NonNullable<Text2TextBody['annotation']> | undefined {
  const { text } = shownSentence(record)
  return text.trim() === '' ? undefined : sentenceAnnotation(text)
}
