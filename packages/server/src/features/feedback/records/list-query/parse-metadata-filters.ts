import type { MetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { InvalidError } from '../../../../errors'
import type { RecordFilter, Test } from '../../../../search/record-query'
import type { KnownProperties } from './known-properties'

/**
 * Parse the `metadata` parameter: `name:a,b` for terms, `name:{"ge":1,"le":5}` for numbers (feedback-api §6.1). Unknown names are ignored.
 *
 * @throws InvalidError for an expression that does not match the type of the property
 */
export function parseMetadataFilters(occurrences: readonly string[], { visible }: KnownProperties): RecordFilter[] {
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
