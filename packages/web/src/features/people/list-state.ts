import { ROLES_BY_RIGHTS } from '@postil/domain/permissions'
import type { Person } from '../../api/account/people.ts'
import { readList, writeList } from '../dataset-list/list-state.ts'

/** Sortable columns; `answers` are those of the last seven days. */
export const SORT_KEYS = ['name', 'role', 'seen', 'answers'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** Whether people can sign in. */
export const STATES = ['active', 'disabled'] as const
export type PersonState = (typeof STATES)[number]

const TABS = ['users', 'invitations'] as const

/** The state of the page in the URL: tab, search, filters, sort. */
export interface PeopleState {
  tab: (typeof TABS)[number]
  q: string
  /** Names of workspaces. */
  workspaces: readonly string[]
  roles: readonly Person['role'][]
  states: readonly PersonState[]
  sort: SortKey
  isAscending: boolean
}

/** The default: those seen last come first. */
export const INITIAL_STATE: PeopleState = {
  tab: 'users',
  q: '',
  workspaces: [],
  roles: [],
  states: [],
  sort: 'seen',
  isAscending: false,
}

/** Parse the page's state from a query string. Invalid parts are ignored. */
export function readPeopleState(params: URLSearchParams): PeopleState {
  const sort = SORT_KEYS.find((key) => key === params.get('sort')) ?? INITIAL_STATE.sort
  const dir = params.get('dir')
  return {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? INITIAL_STATE.tab,
    q: params.get('q') ?? '',
    workspaces: readList(params.get('workspaces')),
    roles: knownOf(ROLES_BY_RIGHTS, readList(params.get('roles'))),
    states: knownOf(STATES, readList(params.get('states'))),
    sort,
    isAscending: dir === null ? isAscendingFirst(sort) : dir === 'asc',
  }
}

/** The query string of a state, without default values. Parsing it gives the same state. */
export function writePeopleState({ tab, q, workspaces, roles, states, sort, isAscending }: PeopleState) {
  const params = new URLSearchParams()
  if (tab !== INITIAL_STATE.tab) params.set('tab', tab)
  if (q !== '') params.set('q', q)
  if (workspaces.length > 0) params.set('workspaces', writeList(workspaces))
  if (roles.length > 0) params.set('roles', writeList(roles))
  if (states.length > 0) params.set('states', writeList(states))
  if (sort !== INITIAL_STATE.sort) params.set('sort', sort)
  if (isAscending !== isAscendingFirst(sort)) params.set('dir', isAscending ? 'asc' : 'desc')
  return params
}

/** The sort after pressing a column head: names from A, owners, the last seen and the most answers first; pressed again, reversed. */
export function sortBy(state: PeopleState, sort: SortKey): PeopleState {
  return { ...state, sort, isAscending: state.sort === sort ? !state.isAscending : isAscendingFirst(sort) }
}

/** Whether a search or filter is active. */
export function isFiltered({ q, workspaces, roles, states }: PeopleState): boolean {
  return q !== '' || workspaces.length > 0 || roles.length > 0 || states.length > 0
}

/** Those of the known values that are among some texts, in their own order and type. */
export function knownOf<Value extends string>(known: readonly Value[], texts: readonly string[]): Value[] {
  return known.filter((value) => texts.includes(value))
}

function isAscendingFirst(sort: SortKey): boolean {
  return sort === 'name' || sort === 'role'
}
