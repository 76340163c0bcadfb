import { LIMITS } from '@postil/contract/limits'
import { isPlainObject } from '@postil/domain/is-object'
import type { FilterScope, RecordFilter, RecordSort, SimilarityQuery } from '../../../find/query.ts'

/** The sortable properties of each scope; the server would refuse a search with any other. */
const SORT_PROPERTIES = {
  record: ['inserted_at', 'updated_at'],
  metadata: ['value'],
  suggestion: ['value', 'score'],
  response: ['value'],
} as const
const SORT_SCOPES = ['record', 'metadata', 'suggestion', 'response'] as const
const RECORD_PROPERTIES = ['doubt', 'decided_at', 'gold'] as const
const SUGGESTION_PROPERTIES = ['value', 'score', 'agent'] as const
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
/** The server's maximum number of results of a similarity search. */
const SIMILAR_MAX = 1000

/** Parse a sort key: `scope:name:property:order`, each part percent-encoded. Undefined when it is invalid. */
export function readSort(text: string): RecordSort | undefined {
  const parts = text.split(':').map(decodeWord)
  const [scopeWord, name, property, orderWord] = parts
  const scope = SORT_SCOPES.find((one) => one === scopeWord)
  const order = orderWord === 'asc' || orderWord === 'desc' ? orderWord : undefined
  if (parts.length !== 4 || !scope || name === undefined || !order) return undefined
  const isNamed = scope === 'record' ? name === '' : name !== ''
  const known = SORT_PROPERTIES[scope].find((one) => one === property)
  return isNamed && known ? { scope, name, property: known, order } : undefined
}

/** Format a sort key for the URL. */
export function writeSort({ scope, name, property, order }: RecordSort): string {
  return [scope, name, property, order].map(encodeURIComponent).join(':')
}

/** Parse the filters; undefined when one of them is invalid, or the server would refuse so many. */
export function readFilters(value: unknown): RecordFilter[] | undefined {
  if (!Array.isArray(value) || value.length > LIMITS.filtersPerSearch) return undefined
  const good = value.map(readFilter).filter((filter) => filter !== undefined)
  return good.length === value.length ? good : undefined
}

/** Parse a similarity search; undefined when it is invalid. */
export function readSimilarity(value: unknown): SimilarityQuery | undefined {
  if (!isPlainObject(value)) return undefined
  const { recordId, vector, limit, order } = value
  const isCount = typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0 && limit <= SIMILAR_MAX
  if (typeof recordId !== 'string' || !UUID.test(recordId) || typeof vector !== 'string' || !isCount) return undefined
  if (order !== 'most' && order !== 'least') return undefined
  return { recordId, vector, limit, order }
}

function readFilter(value: unknown): RecordFilter | undefined {
  if (!isPlainObject(value)) return undefined
  const scope = readScope(value)
  if (!scope) return undefined
  const { terms, ge, le } = value
  if (Array.isArray(terms)) {
    const words = terms.filter((term) => typeof term === 'string')
    const isGood = words.length === terms.length && words.length > 0 && words.length <= LIMITS.valuesPerTermsFilter
    return isGood ? { ...scope, terms: words } : undefined
  }
  const range = { ...(isNumber(ge) ? { ge } : {}), ...(isNumber(le) ? { le } : {}) }
  const isUpsideDown = isNumber(ge) && isNumber(le) && ge > le
  return Object.keys(range).length > 0 && !isUpsideDown ? { ...scope, ...range } : undefined
}

function readScope({ scope, name, property }: Record<string, unknown>): FilterScope | undefined {
  if (typeof name !== 'string') return undefined
  if (scope === 'metadata' || scope === 'response') return { scope, name }
  const ofRecord = RECORD_PROPERTIES.find((one) => one === property)
  if (scope === 'record' && ofRecord) return { scope, name, property: ofRecord }
  const known = SUGGESTION_PROPERTIES.find((one) => one === property)
  return scope === 'suggestion' && known ? { scope, name, property: known } : undefined
}

function decodeWord(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // Invalid percent-encoding.
    return undefined
  }
}

// JSON numbers may overflow to infinity: `1e999`.
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
