import type { ExactJson, Json } from '@postil/contract/shapes'
import type { TaskDocument, WritableDocument } from '@postil/domain/task-records/document'
import { mayHoldLongInteger, parseExactJson } from '@postil/domain/wire/exact-json'
import { rawJson } from '../../http/bodies/raw-json'

/**
 * Integers beyond 2^53 in metadata keep all their digits in the store and in replies: between parsing and serializing (`exactJsonText`)
 * they are bigints. The rest of a document is parsed by `JSON.parse`.
 */

/** Parse a stored document. */
export function parseDocument(text: string): TaskDocument {
  const document: TaskDocument = JSON.parse(text)
  if (document.metadata && mayHoldLongInteger(text)) {
    const exact = parseExactJson(text) as TaskDocument
    document.metadata = exact.metadata
  }
  return document
}

/** A document in a form that can be serialized in replies. */
export function writableDocument(document: TaskDocument): WritableDocument {
  const { metadata, ...rest } = document
  return { ...rest, ...(metadata && { metadata: writableMetadata(metadata) }) }
}

/** Parse the stored metadata of a dataset. */
export function parseMetadata(text: string): Record<string, ExactJson> {
  return parseExactJson(text) as Record<string, ExactJson>
}

/** Metadata in a form that can be serialized in replies. */
export function writableMetadata(metadata: Record<string, ExactJson>): Record<string, Json> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, writable(value)]))
}

function writable(value: ExactJson): Json {
  if (typeof value === 'bigint') return rawJson(String(value))
  if (Array.isArray(value)) return value.map(writable)
  return typeof value === 'object' && value !== null ? writableMetadata(value) : value
}
