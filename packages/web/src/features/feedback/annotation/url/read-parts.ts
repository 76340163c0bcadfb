import type { FilterScope, RecordFilter, RecordSort, SimilarityQuery } from '../queue/record-query.ts'

const SORT_SCOPES = ['record', 'metadata', 'suggestion', 'response'] as const
const SUGGESTION_PROPERTIES = ['value', 'score', 'agent'] as const

/** A sort key of the address: `scope:name:property:order`, each part encoded. */
export function readSort(text: string): RecordSort | undefined {
  const parts = text.split(':').map(decodeWord)
  const [scopeWord, name, property, orderWord] = parts
  const scope = SORT_SCOPES.find((one) => one === scopeWord)
  const order = orderWord === 'asc' || orderWord === 'desc' ? orderWord : undefined
  if (parts.length !== 4 || !scope || name === undefined || property === undefined || !order) return undefined
  return { scope, name, property, order }
}

/** The same as text. */
export function writeSort({ scope, name, property, order }: RecordSort): string {
  return [scope, name, property, order].map(encodeURIComponent).join(':')
}

/** Filters of the address; undefined when any of them is none. */
export function readFilters(value: unknown): RecordFilter[] | undefined {
  if (!Array.isArray(value)) return undefined
  const filters = value.map(readFilter)
  const good = filters.filter((filter) => filter !== undefined)
  return good.length === filters.length ? good : undefined
}

/** A similarity search of the address. */
export function readSimilarity(value: unknown): SimilarityQuery | undefined {
  if (!isObject(value)) return undefined
  const { recordId, vector, limit, order } = value
  const isWhole = typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0
  if (typeof recordId !== 'string' || typeof vector !== 'string' || !isWhole) return undefined
  if (order !== 'most' && order !== 'least') return undefined
  return { recordId, vector, limit, order }
}

function readFilter(value: unknown): RecordFilter | undefined {
  if (!isObject(value)) return undefined
  const scope = readScope(value)
  if (!scope) return undefined
  const { terms, ge, le } = value
  if (Array.isArray(terms)) {
    const words = terms.filter((term) => typeof term === 'string')
    return words.length === terms.length && words.length > 0 ? { ...scope, terms: words } : undefined
  }
  const range = {
    ...(typeof ge === 'number' ? { ge } : {}),
    ...(typeof le === 'number' ? { le } : {}),
  }
  return Object.keys(range).length > 0 ? { ...scope, ...range } : undefined
}

function readScope({ scope, name, property }: Record<string, unknown>): FilterScope | undefined {
  if (typeof name !== 'string') return undefined
  if (scope === 'metadata' || scope === 'response') return { scope, name }
  const known = SUGGESTION_PROPERTIES.find((one) => one === property)
  return scope === 'suggestion' && known ? { scope, name, property: known } : undefined
}

function decodeWord(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone percent sign.
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
