import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenize'

describe('texts become tokens', () => {
  it.each<[string, 'words' | 'blanks', { start: number; end: number }[], string[]]>([
    ["I'm in New-York, 3.5€!", 'words', [], ['I', "'", 'm', 'in', 'New', '-', 'York', ',', '3', '.', '5', '€', '!']],
    ["@user don't", 'blanks', [], ['@user', "don't"]],
    ['Übergrößenträger 🦆 x', 'words', [{ start: 5, end: 12 }], ['Überg', 'rößentr', 'äger', '🦆', 'x']],
    ['习近平在2024年', 'words', [], ['习', '近', '平', '在', '2024', '年']],
    ['田中さんはコーヒー', 'words', [{ start: 0, end: 2 }], ['田', '中', 'さ', 'ん', 'は', 'コ', 'ー', 'ヒ', 'ー']],
    ['กรุงเทพ x', 'words', [], ['ก', 'รุ', 'ง', 'เ', 'ท', 'พ', 'x']],
    ['서울은 e\u0301té محمد', 'words', [], ['서울은', 'e\u0301té', 'محمد']],
    ['👩‍👩‍👧🇩🇪!', 'words', [], ['👩‍👩‍👧', '🇩🇪', '!']],
    ['🦆ab cd', 'words', [{ start: 2, end: 5 }], ['🦆', 'a', 'b', 'c', 'd']],
  ])('%s', (whole, how, stretches, expected) => {
    expect(tokenize(whole, how, stretches)).toEqual(expected)
  })
})
