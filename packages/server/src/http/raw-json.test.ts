import { expect, it } from 'vitest'
import { lateJson, writeJson } from './raw-json'

it('makes a late value only when it is written', () => {
  let made = 0
  const value = { vector: lateJson(() => [++made]) }
  expect(made).toBe(0)
  expect(writeJson(value)).toBe('{"vector":[1]}')
})
