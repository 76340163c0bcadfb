import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPhrase } from './phrase'

const find = (text: string, phrase: string, slop: number) => [...findPhrase(text.split(' '), phrase.split(' '), slop)]

describe('phrases', () => {
  it('are found wherever they stand, with the places of their words', () => {
    expect(find('a b a b b', 'a b', 0)).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(find('a b', 'b a', 0)).toEqual([])
    expect(find('a', 'a b', 0)).toEqual([])
  })

  it.each([
    ['quick brown fox', 'quick fox', 1],
    ['quick very brown fox', 'quick fox', 2],
    ['fox quick', 'quick fox', 2],
    ['c b a', 'a b c', 4],
    ['a x x b x c', 'a b c', 3],
  ])('in %j, %j needs a slop of %i', (text, phrase, slop) => {
    expect(find(text, phrase, slop - 1)).toEqual([])
    expect(find(text, phrase, slop).length).toBeGreaterThan(0)
  })

  it('take two places for a word that stands in them twice', () => {
    expect(find('a', 'a a', 5)).toEqual([])
    expect(find('a x a', 'a a', 1).map((places) => places.toSorted())).toContainEqual([0, 2])
  })

  it('are found exactly where trying all places finds them', () => {
    const words = (maxLength: number) => fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength })
    fc.assert(
      fc.property(words(6), words(3), fc.nat(4), (terms, phrase, slop) => {
        expect([...findPhrase(terms, phrase, slop)].length > 0).toBe(tryAll(terms, phrase, slop, []))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Whether there are distinct positions for all words whose implied phrase starts are within the slop. */
function tryAll(terms: readonly string[], phrase: readonly string[], slop: number, chosen: readonly number[]): boolean {
  if (chosen.length === phrase.length) {
    const starts = chosen.map((place, offset) => place - offset)
    return Math.max(...starts) - Math.min(...starts) <= slop
  }
  return terms.some(
    (term, place) =>
      term === phrase[chosen.length] && !chosen.includes(place) && tryAll(terms, phrase, slop, [...chosen, place]),
  )
}
