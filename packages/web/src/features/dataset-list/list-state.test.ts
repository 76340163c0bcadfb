import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KINDS } from './dataset-row.ts'
import { INITIAL_STATE, isFiltered, readListState, SORT_KEYS, sortBy, tagText, writeListState } from './list-state.ts'

const word = fc.string({ minLength: 1, unit: 'grapheme' })
const state = fc.record({
  q: fc.string({ unit: 'grapheme' }),
  workspaces: fc.array(word),
  kinds: fc.subarray([...KINDS]),
  tags: fc.array(
    fc.record({ key: fc.string({ unit: 'grapheme' }), value: fc.string({ unit: 'grapheme' }) }).map(tagText),
  ),
  sort: fc.constantFrom(...SORT_KEYS),
  isAscending: fc.boolean(),
})

describe('the list in the address', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(state, (written) => {
        const address = `?${writeListState(written)}`
        expect(readListState(new URLSearchParams(address))).toEqual(written)
      }),
    )
  })

  it('is empty for the list as it opens', () => {
    expect(String(writeListState(INITIAL_STATE))).toBe('')
    expect(readListState(new URLSearchParams())).toEqual(INITIAL_STATE)
  })

  it.each([
    ['workspaces=a,b&tasks=Text2Text,Feedback', { workspaces: ['a', 'b'], kinds: ['Feedback', 'Text2Text'] }],
    ['tasks=Nonsense', { kinds: [] }],
    ['sort=nonsense&dir=sideways', { sort: 'updated', isAscending: false }],
    ['sort=name', { sort: 'name', isAscending: true }],
    ['sort=name&dir=desc', { sort: 'name', isAscending: false }],
    ['workspaces=100%25,a%252Cb,%25zz', { workspaces: ['a,b'] }],
    ['tags=language%3Aen,source%3Asocial%2520media', { tags: ['language:en', 'source:social%20media'] }],
  ])('%s', (query, expected) => {
    expect(readListState(new URLSearchParams(query))).toMatchObject(expected)
  })

  it('tells tags apart that would look the same', () => {
    expect(tagText({ key: 'a:b', value: 'c' })).not.toBe(tagText({ key: 'a', value: 'b:c' }))
  })
})

it.each([
  ['name', true],
  ['left', false],
  ['created', false],
] as const)('%s is first sorted with isAscending %s, then the other way', (key, isAscending) => {
  const once = sortBy(INITIAL_STATE, key)
  expect(once).toMatchObject({ sort: key, isAscending })
  expect(sortBy(once, key)).toMatchObject({ sort: key, isAscending: !isAscending })
})

it('an order hides nothing, a filter does', () => {
  expect(isFiltered(sortBy(INITIAL_STATE, 'name'))).toBe(false)
  expect(isFiltered({ ...INITIAL_STATE, tags: ['a:b'] })).toBe(true)
})
