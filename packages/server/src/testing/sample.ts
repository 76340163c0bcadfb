import { randomUUID } from 'node:crypto'
import { parseUuid } from '@postil/contract/shapes'
import { z } from 'zod'

type Schema = Record<string, unknown>

/** The smallest value that a request shape accepts, made from its JSON Schema: enough to reach the checks behind the shape. */
export function sampleOf(shape: z.ZodType): unknown {
  return sample(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema)
}

function sample(schema: Schema): unknown {
  const choice = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined
  if (choice?.[0]) return sample(choice[0])
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  // `[boolean, null]`: the first is what the shape is about.
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return sampleText(schema)
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, (_, at) =>
        sampleItem((schema.items ?? {}) as Schema, at),
      )
    case 'object':
      return sampleObject(schema)
    default:
      return 'x'
  }
}

function sampleText({ format, minLength }: Schema): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'uri') return 'http://127.0.0.1:9/'
  return 'x'.repeat(Math.max(3, Number(minLength ?? 0)))
}

function sampleObject(schema: Schema): unknown {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const needed = new Set((schema.required ?? []) as string[])
  // Shapes that start from `unknown` are not listed as required, so every plain property gets a value.
  const keys = Object.keys(properties).filter((key) => needed.has(key) || 'type' in (properties[key] ?? {}))
  return Object.fromEntries(keys.map((key) => [key, sample(properties[key] ?? {})]))
}

/** Items of a list differ, since options must be unique. */
function sampleItem(schema: Schema, at: number): unknown {
  return Array.isArray(schema.enum) ? schema.enum[at] : vary(sample(schema), at)
}

function vary(value: unknown, at: number): unknown {
  if (typeof value === 'number') return value + at
  if (typeof value === 'string') return parseUuid(value) ? value : `${value}${at}`
  if (typeof value === 'object' && value !== null && 'value' in value) return { ...value, value: vary(value.value, at) }
  return value
}
