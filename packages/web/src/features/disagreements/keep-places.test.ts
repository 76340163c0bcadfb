import { describe, expect, it } from 'vitest'
import { keepPlaces } from './keep-places.ts'

/** `a`: open, `A`: closed. */
const places = (known: string, fetched: string) =>
  keepPlaces([...known], [...fetched], {
    idOf: (item) => item.toLowerCase(),
    isOpen: (item) => item === item.toLowerCase(),
  }).join('')

describe('a list that is fetched again while somebody works in it', () => {
  it.each([
    ['is what was fetched where nothing was listed', '', 'abC', 'abC'],
    ['keeps what is closed meanwhile in its place', 'abc', 'bcA', 'Abc'],
    ['has new ones behind those that are open', 'abC', 'dabC', 'abdC'],
    ['keeps the first one first, though it is closed', 'AB', 'cAB', 'AcB'],
    ['keeps what is no longer there', 'abc', 'ac', 'abc'],
  ])('%s', (_, known, fetched, then) => {
    expect(places(known, fetched)).toBe(then)
  })

  it('can mark what is no longer there, and has new ones before it when it was the last', () => {
    const marked = keepPlaces(['a', 'b'], ['a', 'c'], {
      idOf: (item) => item,
      isOpen: (item) => item !== '-',
      whenGone: () => '-',
    })
    expect(marked).toEqual(['a', 'c', '-'])
  })
})
