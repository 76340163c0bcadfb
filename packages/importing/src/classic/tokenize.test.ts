import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenize'

describe('texts become tokens', () => {
  it.each<[string, 'words' | 'blanks', { start: number; end: number }[], string[]]>([
    ["I'm in New-York, 3.5€!", 'words', [], ['I', "'", 'm', 'in', 'New', '-', 'York', ',', '3', '.', '5', '€', '!']],
    ["@user don't", 'blanks', [], ['@user', "don't"]],
    ['Übergrößenträger 🦆 x', 'words', [{ start: 5, end: 12 }], ['Überg', 'rößentr', 'äger', '🦆', 'x']],
    ['🦆ab cd', 'words', [{ start: 2, end: 5 }], ['🦆', 'a', 'b', 'c', 'd']],
  ])('%s', (whole, how, stretches, expected) => {
    expect(tokenize(whole, how, stretches)).toEqual(expected)
  })
})
