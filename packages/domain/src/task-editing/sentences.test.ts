import type { Text2TextBody } from '@postil/contract/task/records'
import { describe, expect, it } from 'vitest'
import { openRecord } from './record'
import { nearestPrediction, predictedSentences, sentenceToValidate, shownSentence } from './sentences'

const prediction = {
  agent: 'model',
  sentences: [
    { text: 'second', score: 0.2 },
    { text: 'best', score: 0.9 },
    { text: 'third', score: 0.2 },
  ],
}
const open = (parts: Partial<Text2TextBody>) =>
  openRecord({ id: 1, text: 'source', status: 'Default', ...parts } as Text2TextBody)
const annotated = (text: string) => ({ agent: 'ann', sentences: [{ text, score: 1 }] })

describe('the text of a text2text record', () => {
  it('lists predictions by score and keeps the order of equal ones', () => {
    expect(predictedSentences({ prediction }).map(({ text }) => text)).toEqual(['best', 'second', 'third'])
  })

  it('lists the predictions of all agents, each once', () => {
    const predictions = {
      model: { sentences: prediction.sentences },
      other: { sentences: [{ text: 'better', score: 0.95 }] },
    }
    expect(predictedSentences({ prediction, predictions }).map(({ agent, text }) => `${agent}: ${text}`)).toEqual([
      'other: better',
      'model: best',
      'model: second',
      'model: third',
    ])
  })

  it('knows which prediction a text was made from', () => {
    const [one, other] = ['six eggs are half a dozen', 'she eats 84 eggs'].map((text) => ({
      agent: 'a',
      text,
      score: 1,
    }))
    const predictions = [one, other].filter((each) => each !== undefined)
    expect(nearestPrediction('six eggs are half a dozen', predictions)).toBe(one)
    expect(nearestPrediction('she eats 85 eggs today', predictions)).toBe(other)
    expect(nearestPrediction('nothing of that', predictions)).toBeUndefined()
    expect(nearestPrediction('', predictions)).toBeUndefined()
  })

  it.each([
    ['the annotation before the prediction', { annotation: annotated('mine'), prediction }, 'mine', 'annotation'],
    ['an emptied annotation, not the prediction again', { annotation: annotated(''), prediction }, '', 'annotation'],
    ['the best prediction without an annotation', { prediction }, 'best', 'prediction'],
    ['nothing without either', {}, '', 'none'],
  ])('shows %s', (_, parts, text, origin) => {
    expect(shownSentence(open(parts))).toEqual({ text, origin })
  })

  it.each([
    ['one sentence with score 1', { annotation: annotated('mine') }, 'mine'],
    ['the best prediction as it is', { prediction }, 'best'],
    ['nothing when the text is blank', { annotation: annotated(' \n') }, undefined],
    ['nothing when there is no text', {}, undefined],
  ])('validates %s', (_, parts, text) => {
    expect(sentenceToValidate(open(parts))?.sentences).toEqual(text === undefined ? undefined : [{ text, score: 1 }])
  })
})
