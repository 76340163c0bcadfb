import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { autoEdits, isWithinEdits } from './fuzzy'

describe('edit distance', () => {
  it.each([
    ['roam', 'roam', 0],
    ['roam', 'foam', 1],
    ['roam', 'roams', 1],
    ['roam', 'rom', 1],
    ['roam', 'raom', 1],
    ['ab', 'bca', 3],
    ['kitten', 'sitting', 3],
    ['😀a', '😂a', 1],
    ['', 'ab', 2],
  ])('%s to %s takes %i', (one, other, edits) => {
    for (let permitted = 0; permitted <= 4; permitted += 1) {
      expect([permitted, isWithinEdits(one, other, permitted)]).toEqual([permitted, permitted >= edits])
      expect(isWithinEdits(other, one, permitted)).toBe(permitted >= edits)
    }
  })

  it('agrees with trying every edit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isWithinEdits(one, other, 1)).toBe(one === other || oneEditFrom(one).has(other))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['', 0],
    ['ab', 0],
    ['😀😀', 0],
    ['abc', 1],
    ['abcde', 1],
    ['abcdef', 2],
  ])('permits %s so many edits: %i', (term, edits) => {
    expect(autoEdits(term)).toBe(edits)
  })
})

/** All words at a distance of one insertion, deletion, substitution or transposition. */
function oneEditFrom(word: string): Set<string> {
  const words = new Set<string>()
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of 'abc') {
      words.add(before + letter + after)
      if (after) words.add(before + letter + after.slice(1))
    }
    if (after) words.add(before + after.slice(1))
    if (after.length > 1) words.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
  }
  return words
}
