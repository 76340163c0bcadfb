import type { RecordListQuery, StatusWord } from '@postil/contract/feedback/search'
import type { MetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { PATTERNS } from '@postil/contract/limits'
import { InvalidError } from '../../../../errors'
import type { AnswerStatus, RecordFilter, RecordSort, Test } from '../../../../search/record-query'
import type { KnownProperties } from './known-properties'
import { type Include, parseInclude } from './parse-include'
import { parseParam } from './query-param'

export interface ListQuery {
  include: Include
  filters: RecordFilter[]
  sorts: RecordSort[]
}

/** Parse the parameters that every list and search of records takes. Throws `InvalidError`. */
export function parseListQuery(query: RecordListQuery, properties: KnownProperties): ListQuery {
  const include = parseInclude(query.include)
  const filters = parseMetadataFilters(query.metadata, properties)
  const sorts = parseSortBy(query.sort_by, properties)
  const anyOf = query.response_status.map(toStatus)
  if (anyOf.length > 0) filters.push({ on: 'status', anyOf: [...new Set(anyOf)] })
  return { include, filters, sorts }
}

function toStatus(word: StatusWord): AnswerStatus {
  return word === 'missing' ? 'pending' : word
}

const METADATA_PREFIX = 'metadata.'

/** Parse the `sort_by` parameter (feedback-api §6.1). Throws `InvalidError`. */
function parseSortBy(occurrences: readonly string[], properties: KnownProperties): RecordSort[] {
  return [...orders(occurrences)].map(([field, order]): RecordSort => {
    const by = sortKey(field, properties)
    if (order !== 'asc' && order !== 'desc')
      throw new InvalidError(
        `Provided sort order in 'sort_by' query param '${order}' for field '${field}' is not valid.`,
      )
    return { by, order }
  })
}

/** The order of each field, as sent. A repeated field keeps its first position and gets its last order. */
function orders(occurrences: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of parseParam('sort_by', occurrences)) {
    if ('keys' in part) {
      for (const key of part.keys) found.set(key, 'asc')
      continue
    }
    if (part.values.length > 1)
      throw new InvalidError(
        `'sort_by' query parameter must contain at most 1 values per comma-separated key. '${part.key}' has ${part.values.length} values.`,
      )
    found.set(part.key, part.values[0] ?? 'asc')
  }
  return found
}

function sortKey(field: string, { datasetId, visible }: KnownProperties): RecordSort['by'] {
  if (field === 'inserted_at' || field === 'updated_at') return { on: 'record', property: field }
  const name = field.startsWith(METADATA_PREFIX) ? field.slice(METADATA_PREFIX.length) : ''
  if (!PATTERNS.itemName.test(name))
    throw new InvalidError(
      `Provided sort field in 'sort_by' query param '${field}' is not valid. It must be either 'inserted_at', 'updated_at' or \`metadata.metadata-property-name\``,
    )
  const settings = visible.get(name)
  if (!settings)
    throw new InvalidError(
      `Provided metadata property in 'sort_by' query param '${name}' not found in dataset with '${datasetId}'.`,
    )
  return { on: 'metadata', property: name, isNumber: settings.type !== 'terms' }
}

/**
 * Parse the `metadata` parameter: `name:a,b` for terms, `name:{"ge":1,"le":5}` for numbers (feedback-api §6.1). Unknown names are ignored.
 *
 * @throws InvalidError for an expression that does not match the type of the property
 */
function parseMetadataFilters(occurrences: readonly string[], { visible }: KnownProperties): RecordFilter[] {
  return occurrences.flatMap((text): RecordFilter[] => {
    const colon = text.indexOf(':')
    const property = text.slice(0, colon)
    const settings = visible.get(property)
    if (!settings) return []
    return [{ on: 'metadata', property, test: parseTest(settings, text.slice(colon + 1).trim()) }]
  })
}

function parseTest(settings: MetadataSettings, expression: string): Test {
  return settings.type === 'terms' ? { terms: expression.split(',') } : parseRange(expression)
}

function parseRange(expression: string): Test {
  const given = parseJson(expression)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw cannotParse(`'${expression}' is not an object with 'ge' or 'le'`)
  const ge = bound(given, 'ge')
  const le = bound(given, 'le')
  if (ge === undefined && le === undefined) throw cannotParse("At least one of 'ge' or 'le' must be provided")
  if (ge !== undefined && le !== undefined && ge > le)
    throw cannotParse("'ge' must have a value less than or equal to 'le'")
  return { ge, le }
}

function bound(range: object, key: 'ge' | 'le'): number | undefined {
  const value: unknown = Reflect.get(range, key)
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw cannotParse(`'${key}' is not a number`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw cannotParse(cause instanceof Error ? cause.message : 'not JSON', { cause })
  }
}

function cannotParse(why: string, options: ErrorOptions = {}): InvalidError {
  return new InvalidError(`Cannot parse provided metadata filters: ${why}`, options)
}
