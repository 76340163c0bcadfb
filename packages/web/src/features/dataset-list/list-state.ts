import { KINDS, type Kind, type Tag } from './dataset-row.ts'

/** Sortable columns; `left` is the number of remaining records. */
export const SORT_KEYS = ['name', 'workspace', 'kind', 'created', 'updated', 'left'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** The state of the list in the URL: search, filters, sort. */
export interface ListState {
  q: string
  workspaces: readonly string[]
  kinds: readonly Kind[]
  /** In the spelling of `tagText`. */
  tags: readonly string[]
  sort: SortKey
  isAscending: boolean
}

/** The default: sorted by last activity. */
export const INITIAL_STATE: ListState = {
  q: '',
  workspaces: [],
  kinds: [],
  tags: [],
  sort: 'updated',
  isAscending: false,
}

/** Parse the list's state from a query string. Invalid parts are ignored. */
export function readListState(params: URLSearchParams): ListState {
  const sort = SORT_KEYS.find((key) => key === params.get('sort')) ?? INITIAL_STATE.sort
  const dir = params.get('dir')
  const asked = new Set(readList(params.get('tasks')))
  return {
    q: params.get('q') ?? '',
    workspaces: readList(params.get('workspaces')),
    kinds: KINDS.filter((kind) => asked.has(kind)),
    tags: (params.get('tags') ?? '').split(',').filter((tag) => tag !== ''),
    sort,
    isAscending: dir === null ? isAscendingFirst(sort) : dir === 'asc',
  }
}

/** The query string of a state, without default values. Parsing it gives the same state. */
export function writeListState({ q, workspaces, kinds, tags, sort, isAscending }: ListState): URLSearchParams {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (workspaces.length > 0) params.set('workspaces', writeList(workspaces))
  if (kinds.length > 0) params.set('tasks', writeList(kinds))
  if (tags.length > 0) params.set('tags', tags.join(','))
  if (sort !== INITIAL_STATE.sort) params.set('sort', sort)
  if (isAscending !== isAscendingFirst(sort)) params.set('dir', isAscending ? 'asc' : 'desc')
  return params
}

/** The sort after pressing a column head: names from A, newest and fullest first; pressed again, reversed. */
export function sortBy(state: ListState, sort: SortKey): ListState {
  return { ...state, sort, isAscending: state.sort === sort ? !state.isAscending : isAscendingFirst(sort) }
}

/** Whether any filter is active. */
export function isFiltered({ q, workspaces, kinds, tags }: ListState): boolean {
  return q !== '' || workspaces.length > 0 || kinds.length > 0 || tags.length > 0
}

/** A tag as an unambiguous text without commas. */
export function tagText({ key, value }: Tag): string {
  return `${encodeURIComponent(key)}:${encodeURIComponent(value)}`
}

function isAscendingFirst(sort: SortKey): boolean {
  return sort === 'name' || sort === 'workspace' || sort === 'kind'
}

/** A comma-separated list whose parts may contain encoded commas. */
export function writeList(parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join(',')
}

/** The parts of a list that {@link writeList} wrote. */
export function readList(text: string | null): string[] {
  if (!text) return []
  return text.split(',').flatMap((part) => {
    try {
      return part === '' ? [] : [decodeURIComponent(part)]
    } catch {
      // Invalid percent-encoding: not a value we wrote.
      return []
    }
  })
}
