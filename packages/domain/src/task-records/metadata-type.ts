import type { ExactJson } from '@postil/contract/shapes'

/** The types of searchable metadata. The first value of a key determines its type (classic-api §5.4). */
export type MetadataType = 'long' | 'float' | 'boolean' | 'date' | 'keyword' | 'nested'

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}(:\d{2}(:\d{2}([.,]\d{1,9})?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/
const SLASH_DATE = /^(\d{4})\/(\d{2})\/(\d{2})( \d{2}:\d{2}:\d{2})?$/
const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i

/** The type that a first value determines, or undefined for a value without a type (an empty list, a list of nulls). */
export function metadataTypeOf(value: ExactJson): MetadataType | undefined {
  if (Array.isArray(value)) {
    for (const item of value) {
      const type = metadataTypeOf(item)
      if (type) return type
    }
    return undefined
  }
  if (value === null) return undefined
  if (typeof value === 'object') return 'nested'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return 'long'
  if (typeof value === 'number') return Number.isInteger(value) ? 'long' : 'float'
  return parseMetadataDate(value) === undefined ? 'keyword' : 'date'
}

/**
 * The type of a key after one more value: unchanged, or `float` when a fraction follows integers (JSON does not distinguish 1.0 from 1, so
 * the first value of a float may look like an integer). Undefined when the value does not fit the type.
 */
export function widenType(type: MetadataType, value: ExactJson): MetadataType | undefined {
  if (Array.isArray(value))
    return value.reduce<MetadataType | undefined>((wide, item) => wide && widenType(wide, item), type)
  if (value === null) return type
  const isObject = typeof value === 'object'
  switch (type) {
    case 'keyword':
      return isObject ? undefined : type
    case 'nested':
      return isObject ? type : undefined
    case 'boolean':
      return value === true || value === false || value === 'true' || value === 'false' || value === ''
        ? type
        : undefined
    case 'date':
      if (typeof value === 'bigint') return type
      return typeof value === 'number'
        ? Number.isInteger(value)
          ? type
          : undefined
        : typeof value === 'string' && parseMetadataDate(value) !== undefined
          ? type
          : undefined
    case 'long':
    case 'float': {
      const number = metadataNumber(value)
      if (number === undefined) return undefined
      return type === 'long' && !Number.isInteger(number) ? 'float' : type
    }
  }
}

/** The value of a number, or of a text that represents a number; undefined for anything else. */
export function metadataNumber(value: unknown): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined
}

/** Parse an ISO or `yyyy/MM/dd` date to milliseconds since 1970; undefined for other texts. Without an offset the time is in UTC. */
export function parseMetadataDate(text: string): number | undefined {
  const slashed = SLASH_DATE.exec(text)
  if (slashed) return checkedDate(`${slashed[1]}-${slashed[2]}-${slashed[3]}T${(slashed[4] ?? ' 00:00:00').trim()}Z`)
  if (!DATE.test(text)) return undefined
  const [date = '', time] = text.split('T')
  if (time === undefined) return checkedDate(`${date}T00:00:00Z`)
  const [, clock = '', zone = 'Z'] = /^([\d:.,]+)(.*)$/.exec(time) ?? []
  const full = clock.length === 2 ? `${clock}:00` : clock.replace(',', '.')
  const offset = zone === '' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  return checkedDate(`${date}T${full}${offset}`)
}

function checkedDate(iso: string): number | undefined {
  const millis = Date.parse(iso)
  return Number.isNaN(millis) ? undefined : millis
}
