import { describe, expect, it } from 'vitest'
import { fullNameOf, namesById, tellApart } from './full-name'

describe('names of people', () => {
  it.each([
    [{ first_name: 'Ana', last_name: 'Kovač' }, 'Ana Kovač'],
    [{ first_name: 'Ana', last_name: null }, 'Ana'],
    [{ first_name: '', last_name: 'Kovač' }, 'Kovač'],
    [{}, ''],
  ])('are first name and surname, as far as they are known: %j', (names, full) => {
    expect(fullNameOf(names)).toBe(full)
  })

  it('are told apart by the username only where several have the same', () => {
    const names = namesById([
      { id: '1', username: 'ana', name: 'Ana Kovač' },
      { id: '2', username: 'ana2', name: 'Ana Kovač' },
      { id: '3', username: 'mei', name: '田中 梅' },
      // The same person twice, as in a list of their answers to several questions.
      { id: '3', username: 'mei', name: '田中 梅' },
      { id: '4', username: 'program', name: '' },
    ])
    expect([...names.values()]).toEqual(['Ana Kovač (ana)', 'Ana Kovač (ana2)', '田中 梅', 'program'])
  })

  it('are empty for deleted users', () => {
    const deleted = { username: null, name: null }
    expect(tellApart([deleted, deleted])(deleted)).toBe('')
  })
})
