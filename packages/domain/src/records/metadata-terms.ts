import type { Metadata } from '@postil/contract/feedback/record-parts'
import type { ExactJson } from '../wire/exact-json'

/** One metadata value of a record, for filters and facets. Every value is stored as a term, numbers also as a number. */
export interface MetadataTerm {
  property: string
  term: string
  num: number | null
}

/** A property's name has at most 200 characters, so a longer key can never be declared. */
const MAX_KEY_LENGTH = 200

/**
 * The searchable metadata values of a record: texts, numbers, booleans and the texts of lists. All top-level keys are included, so that
 * a property declared later also finds existing records.
 */
export function metadataTerms(metadata: Metadata): MetadataTerm[] {
  return Object.entries(metadata).flatMap(([property, value]) =>
    property.length > MAX_KEY_LENGTH || property.includes('\0') ? [] : termsOf(property, value),
  )
}

function termsOf(property: string, value: ExactJson): MetadataTerm[] {
  if (typeof value === 'string') return [{ property, term: indexedTerm(value), num: null }]
  if (typeof value === 'number' || typeof value === 'bigint')
    return [{ property, term: String(value), num: Number(value) }]
  if (typeof value === 'boolean') return [{ property, term: String(value), num: null }]
  if (!Array.isArray(value)) return []
  const texts = new Set(value.filter((item) => typeof item === 'string').map(indexedTerm))
  return [...texts].map((term) => ({ property, term, num: null }))
}

/** Maximum length of a text stored in full: an index row of PostgreSQL has at most 2,700 bytes, and a character up to four. */
const MAX_TERM_LENGTH = 500
const HEAD_LENGTH = 400

/**
 * The form in which a text is stored as a term and compared by filters. It is the text itself, but without NUL, which PostgreSQL cannot
 * store. A long text is replaced by its beginning and a checksum of the whole.
 */
export function indexedTerm(text: string): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
  if (clean.length <= MAX_TERM_LENGTH) return clean
  return `${clean.slice(0, HEAD_LENGTH)}…${checksum(clean)}`
}

/** Two FNV-1a hashes with different offset bases, as 16 hex digits. Filters treat texts with equal beginning and checksum as equal. */
function checksum(text: string): string {
  let low = 0x811c9dc5
  let high = 0xcbf29ce4
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ (code + index), 0x01000193)
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
