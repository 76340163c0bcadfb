import { expect, it } from 'vitest'
import { lateJson, rawJson, writeJson, writeLargeJson } from './raw-json'

const text = async (value: unknown) => Buffer.concat(await writeLargeJson(value)).toString()

it.each([
  ['an object without members', {}],
  ['a text', 'ß'],
  ['a list', [1, rawJson('1.0')]],
  [
    'lists, empty and not, beside other members',
    { none: [], some: [1, 'ä', null], gone: undefined, other: { a: [1] } },
  ],
  [
    'stored JSON and values that are made late',
    { items: [{ fields: rawJson('{"a":1.0}'), vectors: { a: lateJson(() => [0.5]) } }] },
  ],
])('writes %s in parts as at once', async (_, value) => {
  expect(await text(value)).toBe(writeJson(value))
})

it('writes many megabytes in parts that are small, and cuts no character', async () => {
  const value = { items: Array.from({ length: 100 }, (_, n) => ({ n, text: '😀'.repeat(10_000) })) }
  const parts = await writeLargeJson(value)
  expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThan(400_000)
  expect(Buffer.concat(parts).toString()).toBe(JSON.stringify(value))
})

it('evaluates a lazy value only when it is written', () => {
  let made = 0
  const value = { vector: lateJson(() => [++made]) }
  expect(made).toBe(0)
  expect(writeJson(value)).toBe('{"vector":[1]}')
})
