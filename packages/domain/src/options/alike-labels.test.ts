import { describe, expect, it } from 'vitest'
import { alikeLabels, alikeWords } from './alike-labels.ts'

describe('labels that are alike', () => {
  it.each([
    [['card', 'Card', 'rate', 'CARD'], [['card', 'Card', 'CARD']]],
    [['Überweisung', 'überweisung'], [['Überweisung', 'überweisung']]],
    [['caf\u00e9', 'cafe\u0301'], [['caf\u00e9', 'cafe\u0301']]],
    [['card', 'card', 'cards', 'card_'], []],
    [[], []],
  ])('of %j are %j', (labels, groups) => {
    expect(alikeLabels(labels)).toEqual(groups)
  })

  it('are named in quotes, three groups at most', () => {
    expect(alikeWords(['a', 'A', 'b'])).toBe('“a” / “A”')
    expect(alikeWords(['a', 'A', 'b', 'B', 'c', 'C', 'd', 'D'])).toBe('“a” / “A”, “b” / “B”, “c” / “C”, …')
    expect(alikeWords(['a', 'A', 'b', 'B'], ['B'])).toBe('“b” / “B”')
    expect(alikeWords(['a', 'b'])).toBeUndefined()
  })
})
