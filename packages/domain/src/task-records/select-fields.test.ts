import { expect, it } from 'vitest'
import { reachesInto, selectFields } from './select-fields'

const document = {
  id: 1,
  status: 'Default',
  text: 't',
  metadata: { a: 1, 'b.c': 2 },
  annotation: { agent: 'x', labels: [] },
  annotations: { x: {} },
}

it.each([
  [['status'], { status: 'Default' }],
  [['metadata.*'], { metadata: { a: 1, 'b.c': 2 } }],
  [['metadata.a'], { metadata: { a: 1 } }],
  [['metadata'], { metadata: { a: 1, 'b.c': 2 } }],
  [['annotation*'], { annotation: document.annotation, annotations: document.annotations }],
  [['annotation.agent', 'id'], { id: 1, annotation: { agent: 'x' } }],
  [['*'], document],
  [[], {}],
  [['te.t'], {}],
  [['m*a*a.a'], { metadata: { a: 1 } }],
  [['*.b'], { metadata: { 'b.c': 2 } }],
  [['meta*data*'], { metadata: { a: 1, 'b.c': 2 } }],
  [['*.agent'], { annotation: { agent: 'x' } }],
  [['*x'], { annotations: { x: {} } }],
])('%j', (patterns, picked) => {
  expect(selectFields(document, patterns)).toEqual(picked)
})

it('knows whether vectors are asked for', () => {
  expect(reachesInto('vectors', undefined)).toBe(true)
  expect(reachesInto('vectors', ['vectors.a.value'])).toBe(true)
  expect(reachesInto('vectors', ['*'])).toBe(true)
  expect(reachesInto('vectors', ['metadata.*'])).toBe(false)
})

it('tries nothing a second time, however many stars a pattern has', () => {
  const key = 'a'.repeat(50_000)
  expect(selectFields({ [key]: 1 }, [`${'*a'.repeat(20_000)}b`])).toEqual({})
  expect(selectFields({ [key]: 1 }, ['*a'.repeat(20_000)])).toEqual({ [key]: 1 })
})
