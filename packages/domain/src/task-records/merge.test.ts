import { describe, expect, it } from 'vitest'
import type { TextClassificationDocument } from './document'
import { deepMerge, mergeDocument } from './merge'

const stored: TextClassificationDocument = {
  id: 1,
  text: 'old',
  inputs: { a: 'x', b: 'y' },
  multi_label: false,
  status: 'Validated',
  metadata: { k: 1, l: [1, 2] },
  annotation: { agent: 'ann', labels: [{ class_label: 'A', score: 1 }] },
  annotations: { ann: { labels: [{ class_label: 'A', score: 1 }] } },
  event_timestamp: '2020-01-01T00:00:00',
}

describe('logging a record again (classic-api §5.6)', () => {
  it('overwrites, merges and keeps what each part asks for', () => {
    const payload: TextClassificationDocument = {
      id: '1',
      text: 'new',
      inputs: { b: 'z' },
      multi_label: false,
      status: 'Default',
      metadata: { l: [3], m: 2 },
      prediction: { agent: 'bot', labels: [{ class_label: 'B', score: 1 }] },
      predictions: { bot: { labels: [{ class_label: 'B', score: 1 }] } },
      annotations: { eve: { labels: [] } },
    }
    expect(mergeDocument(stored, payload)).toEqual({
      ...payload,
      inputs: { a: 'x', b: 'z' },
      metadata: { k: 1, l: [3], m: 2 },
      annotation: stored.annotation,
      annotations: { ...stored.annotations, eve: { labels: [] } },
      event_timestamp: stored.event_timestamp,
    })
  })

  it('never writes into prototypes', () => {
    const merged = deepMerge({}, JSON.parse('{"__proto__":{"polluted":1}}'))
    expect(Object.hasOwn(merged as object, '__proto__')).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
