import { PATTERNS } from '@postil/contract/limits'
import { InvalidError } from '../../../../errors'
import type { RecordSort } from '../../../../search/record-query'
import type { KnownProperties } from './known-properties'
import { parseParam } from './query-param'

const METADATA_PREFIX = 'metadata.'

/** Parse the `sort_by` parameter (feedback-api §6.1). Throws `InvalidError`. */
export function parseSortBy(occurrences: readonly string[], properties: KnownProperties): RecordSort[] {
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
