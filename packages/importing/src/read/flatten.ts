import type { ExactJson, Json } from '@postil/contract/shapes'

/** Deeper objects are not flattened. */
const MAX_DEPTH = 4
/** Free-form content of our own exports, which is not flattened. */
const WHOLE = new Set(['extra_metadata'])
/** Protected metadata of a classic dataset, which is not flattened. */
const PROTECTED = /^metadata\._/

export type JsonObject = { [key: string]: Json }
export type ExactObject = { [key: string]: ExactJson }

/** Whether a JSON value is an object with keys. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a JSON value that may contain bigint is an object with keys. */
export function isExactObject(value: unknown): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The leaves of an object, each with its path joined by dots: `{a:{b:1}}` becomes `a.b = 1`. Lists are leaves. An empty object is a leaf
 * at the top level, and omitted inside another.
 */
export function flatten(object: JsonObject): [path: string, value: Json][] {
  const leaves: [string, Json][] = []
  const walk = (inner: JsonObject, prefix: string, depth: number): void => {
    for (const [key, value] of Object.entries(inner)) {
      const path = prefix === '' ? key : `${prefix}.${key}`
      if (isJsonObject(value) && depth < MAX_DEPTH && !WHOLE.has(path) && !PROTECTED.test(path))
        walk(value, path, depth + 1)
      else leaves.push([path, value])
    }
  }
  walk(object, '', 1)
  return leaves
}
