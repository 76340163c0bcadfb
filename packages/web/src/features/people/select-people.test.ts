import { ROLES_BY_RIGHTS } from '@postil/domain/permissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../api/account/people.ts'
import {
  INITIAL_STATE,
  type PeopleState,
  readPeopleState,
  SORT_KEYS,
  STATES,
  sortBy,
  writePeopleState,
} from './list-state.ts'
import { countPeople, filterPeople, sortPeople } from './select-people.ts'

function person(username: string, role: Person['role'], workspaces: string[], more: Partial<Person> = {}): Person {
  return {
    id: username,
    username,
    first_name: username,
    last_name: null,
    role,
    workspaces: workspaces.map((name) => ({ id: name, name })),
    last_seen_at: null,
    disabled_at: null,
    can_manage_access: true,
    ...more,
  }
}

const PEOPLE = [
  person('mira', 'owner', [], { last_seen_at: '2026-01-05T00:00:00', last_name: 'Roth' }),
  person('ana', 'admin', ['support'], { last_seen_at: '2026-01-06T00:00:00' }),
  person('jonas', 'annotator', ['support', 'news'], { last_seen_at: '2026-01-04T00:00:00' }),
  person('lucia', 'annotator', ['news']),
  person('tomas', 'annotator', ['news'], {
    last_seen_at: '2026-01-07T00:00:00',
    disabled_at: '2026-01-08T00:00:00',
  }),
]
const names = (people: readonly Person[]) => people.map(({ username }) => username)

describe('people', () => {
  it.each<[string, Partial<PeopleState>, string[]]>([
    ['a part of any name, in any case', { q: ' ROT ' }, ['mira']],
    ['workspaces, by OR', { workspaces: ['support', 'news'] }, ['ana', 'jonas', 'lucia', 'tomas']],
    ['roles', { roles: ['owner', 'admin'] }, ['mira', 'ana']],
    ['whether they can sign in', { states: ['disabled'] }, ['tomas']],
    ['all filters, by AND', { workspaces: ['news'], roles: ['annotator'], states: ['active'] }, ['jonas', 'lucia']],
  ])('are filtered by %s', (_, part, expected) => {
    expect(names(filterPeople(PEOPLE, { ...INITIAL_STATE, ...part }))).toEqual(expected)
  })

  it.each<[PeopleState['sort'], boolean, string[]]>([
    ['name', true, ['ana', 'jonas', 'lucia', 'mira', 'tomas']],
    ['role', true, ['mira', 'ana', 'jonas', 'lucia', 'tomas']],
    ['role', false, ['jonas', 'lucia', 'tomas', 'ana', 'mira']],
    // Who was never seen comes after the others, and who cannot sign in after them.
    ['seen', false, ['ana', 'mira', 'jonas', 'lucia', 'tomas']],
    ['answers', false, ['lucia', 'ana', 'jonas', 'mira', 'tomas']],
  ])('are sorted by %s, ascending: %s', (sort, isAscending, expected) => {
    expect(names(sortPeople(PEOPLE, { sort, isAscending }, { lucia: 3 }))).toEqual(expected)
  })

  it('are counted for each value under the other filters; chosen values stay', () => {
    const state = { ...INITIAL_STATE, workspaces: ['gone'], states: ['active' as const] }
    expect(countPeople(PEOPLE, state, 'workspaces', ['news', 'support'])).toEqual([
      { value: 'news', count: 2 },
      { value: 'support', count: 2 },
      { value: 'gone', count: 0 },
    ])
  })

  it('keep their tab, search, filters and sort in the URL', () => {
    const state = fc.record({
      tab: fc.constantFrom('users' as const, 'invitations' as const),
      q: fc.string(),
      workspaces: fc.array(fc.string({ minLength: 1 })),
      roles: fc.subarray([...ROLES_BY_RIGHTS]),
      states: fc.subarray([...STATES]),
      sort: fc.constantFrom(...SORT_KEYS),
      isAscending: fc.boolean(),
    })
    fc.assert(
      fc.property(state, (one) => {
        expect(readPeopleState(writePeopleState(one))).toEqual(one)
      }),
    )
    expect(writePeopleState(INITIAL_STATE).toString()).toBe('')
    expect(readPeopleState(new URLSearchParams('sort=no&roles=king&states=%E0%A4%A&tab=x'))).toEqual(INITIAL_STATE)
  })

  it('are sorted the other way round when a head is pressed again', () => {
    const once = sortBy(INITIAL_STATE, 'name')
    expect(once).toMatchObject({ sort: 'name', isAscending: true })
    expect(sortBy(once, 'name')).toMatchObject({ sort: 'name', isAscending: false })
    expect(sortBy(once, 'answers')).toMatchObject({ sort: 'answers', isAscending: false })
  })
})
