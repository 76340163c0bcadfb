import { KINDS, type Kind, type Tag } from './dataset-row.ts'

/** Columns that sort the table; `left` is the number of records still to do. */
export const SORT_KEYS = ['name', 'workspace', 'kind', 'created', 'updated', 'left'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** What the address bar says about the list: search, filters, order. */
export interface ListState {
  q: string
  workspaces: readonly string[]
  kinds: readonly Kind[]
  /** In the spelling of `tagText`. */
  tags: readonly string[]
  sort: SortKey
  isAscending: boolean
}

/** The list as it opens: what moved last comes first. */
export const INITIAL_STATE: ListState = {
  q: '',
  workspaces: [],
  kinds: [],
  tags: [],
  sort: 'updated',
  isAscending: false,
}

/** Read the list's state from a query string. What makes no sense is left out. */
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

/** The query string of a state; what is as at first stays out. Reading it gives the same state. */
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

/** The order a column takes when it is pressed: names from A, the newest and the fullest first; pressed again, the other way. */
export function sortBy(state: ListState, sort: SortKey): ListState {
  return { ...state, sort, isAscending: state.sort === sort ? !state.isAscending : isAscendingFirst(sort) }
}

/** Whether anything hides rows. */
export function isFiltered({ q, workspaces, kinds, tags }: ListState): boolean {
  return q !== '' || workspaces.length > 0 || kinds.length > 0 || tags.length > 0
}

/** A tag in one text without commas, in no way to be confused with another's. */
export function tagText({ key, value }: Tag): string {
  return `${encodeURIComponent(key)}:${encodeURIComponent(value)}`
}

function isAscendingFirst(sort: SortKey): boolean {
  return sort === 'name' || sort === 'workspace' || sort === 'kind'
}

// A comma list whose parts may hold commas of their own.
function writeList(parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join(',')
}

function readList(text: string | null): string[] {
  if (!text) return []
  return text.split(',').flatMap((part) => {
    try {
      return part === '' ? [] : [decodeURIComponent(part)]
    } catch {
      // A percent sign somebody typed: such a value was never ours.
      return []
    }
  })
}
