import { RECORD_STATUSES, RULE_OUTCOMES } from '@postil/contract/task/constants'
import type { SortItem } from '@postil/contract/task/query'
import { isPlainObject } from '@postil/domain/is-object'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type Pagination } from '@postil/domain/task-editing/pagination'
import { DEFAULT_SORT, normaliseFilter, type RecordFilter } from '@postil/domain/task-editing/query'

/** The modes of the page. */
const VIEW_MODES = ['explore', 'annotate', 'labelling-rules'] as const
export type ViewMode = (typeof VIEW_MODES)[number]

/** Whether a prediction agrees with the annotation. */
const OUTCOMES = ['ok', 'ko'] as const

/** The state in the URL of a classic dataset: `query`, `sort` and `pagination` as encoded JSON, and `viewMode` (spec section 2). */
export interface ExploreUrl extends Pagination {
  filter: RecordFilter
  sort: readonly SortItem[]
  viewMode: ViewMode
}

/** Parse a URL. Parts that cannot be parsed are ignored. */
export function readExploreUrl(params: URLSearchParams): ExploreUrl {
  const pagination = asObject(parse(params.get('pagination')))
  const size = PAGE_SIZES.find((one) => one === pagination.size) ?? DEFAULT_PAGE_SIZE
  const page = Number(pagination.page)
  const sort = asList(parse(params.get('sort'))).flatMap(readSortItem)
  const viewMode = VIEW_MODES.find((mode) => mode === params.get('viewMode')) ?? 'annotate'
  return {
    filter: readFilter(parse(params.get('query'))),
    sort: sort.length > 0 ? sort : DEFAULT_SORT,
    viewMode,
    size,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The query string of a state, without default values. */
export function writeExploreUrl({ filter, sort, viewMode, size, page }: ExploreUrl): string {
  const params = new URLSearchParams()
  const query = normaliseFilter(filter)
  if (Object.keys(query).length > 0) params.set('query', JSON.stringify(query))
  if (!isDefaultSort(sort)) params.set('sort', JSON.stringify(sort))
  if (viewMode !== 'annotate') params.set('viewMode', viewMode)
  if (size !== DEFAULT_PAGE_SIZE || page !== 1) params.set('pagination', JSON.stringify({ size, page }))
  return params.toString()
}

/** Whether the sort is the default. */
export function isDefaultSort(sort: readonly SortItem[]): boolean {
  return sort.length === 0 || JSON.stringify(sort) === JSON.stringify(DEFAULT_SORT)
}

function readFilter(value: unknown): RecordFilter {
  const given = asObject(value)
  const { text, predicted, score, metadata, ranges, similar } = given
  const anchor = asObject(similar)
  const lists = ['predicted_as', 'annotated_as', 'predicted_by', 'annotated_by', 'uncovered_by_rules'] as const
  return normaliseFilter({
    ...(typeof text === 'string' ? { text } : {}),
    ...Object.fromEntries(lists.map((name) => [name, texts(given[name])])),
    status: RECORD_STATUSES.filter((status) => texts(given.status).includes(status)),
    predicted: OUTCOMES.filter((one) => one === predicted || texts(predicted).includes(one)),
    ...(isRange(score) ? { score } : {}),
    metadata: Object.fromEntries(Object.entries(asObject(metadata)).map(([key, values]) => [key, texts(values)])),
    ranges: Object.fromEntries(
      Object.entries(asObject(ranges)).flatMap(([key, one]) => (isRange(one) ? [[key, one]] : [])),
    ),
    by_rules: readByRules(given.by_rules),
    ...(typeof anchor.id === 'string' && typeof anchor.vector === 'string'
      ? { similar: { id: anchor.id, vector: anchor.vector } }
      : {}),
  })
}

function readByRules(value: unknown): RecordFilter['by_rules'] {
  const { outcome: given, rules } = asObject(value)
  const outcome = ([...RULE_OUTCOMES, 'uncovered'] as const).find((one) => one === given)
  if (!outcome) return undefined
  if (!Array.isArray(rules)) return { outcome }
  const read = rules.map(asObject).flatMap(({ query, labels }) => {
    return typeof query === 'string' ? [{ query, labels: texts(labels) }] : []
  })
  return { outcome, rules: read }
}

function readSortItem(value: unknown): SortItem[] {
  const { id, order } = asObject(value)
  return typeof id === 'string' && id !== '' ? [{ id, order: order === 'desc' ? 'desc' : 'asc' }] : []
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // Truncated or written by hand.
    return undefined
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {}
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function texts(value: unknown): string[] {
  return asList(value).filter((one): one is string => typeof one === 'string')
}

function isRange(value: unknown): value is { from: number; to: number } {
  const { from, to } = asObject(value)
  return typeof from === 'number' && typeof to === 'number' && Number.isFinite(from) && Number.isFinite(to)
}
