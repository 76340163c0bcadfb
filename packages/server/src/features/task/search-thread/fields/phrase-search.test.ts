import { findPhrase } from '@postil/domain/search/index'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BREAK, hasPhrase } from './phrase-search'

const word = fc.nat(4)

it('finds a phrase exactly where the domain finds it, in one value at a time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.nat(6),
      (values, phrase, slop) => {
        const terms = values.flatMap((value, at) => (at === 0 ? value : [BREAK, ...value]))
        const expected = values.some((value) => !findPhrase(value.map(String), phrase.map(String), slop).next().done)
        expect(hasPhrase(Int32Array.from(terms), phrase, slop)).toBe(expected)
      },
    ),
    { numRuns: 2000 },
  )
})
