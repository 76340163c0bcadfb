import { expect, it } from 'vitest'
import { capitalnessOf } from './capitalness'

it.each([
  ['NASA', 'UPPER'],
  ['A1', 'UPPER'],
  ['nasa', 'LOWER'],
  ['Nasa', 'FIRST'],
  ['NaSa', 'FIRST'],
  ['iPhone', 'MIDDLE'],
  ['1Ab', 'MIDDLE'],
  ['a-', 'LOWER'],
  ['éB', 'MIDDLE'],
  [' Nasa ', 'FIRST'],
  ['Ébène', 'FIRST'],
  ['ЖУК', 'UPPER'],
  ['123', undefined],
  ['', undefined],
  ['日本', undefined],
  ['𝒷𝒸', 'LOWER'],
])('%j is %s', (text, capitalness) => {
  expect(capitalnessOf(text)).toBe(capitalness)
})
