import type { Route } from '@postil/contract/route'
import { TooManyFailures, withFewFailures } from '@postil/contract/shapes'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type ShapeEntry, ShapeError } from '../errors'
import { shapeEntries } from './shape-errors'

/** The parts of a request, as the route's shapes give them. */
export interface Parsed {
  params: Record<string, string>
  query: unknown
  body: unknown
}

/** More failures of one request are not listed: nobody reads them, and writing them takes long. */
const MAX_FAILURES = 1000
const GIVE_UP_AT = 10_000

/** Parse path, query and body by the route's shapes. Throws `ShapeError` with the failures of all three. */
export function parseRequest(route: Route, request: FastifyRequest): Parsed {
  const entries: ShapeEntry[] = []
  const parse = (part: 'body' | 'query' | 'path', shape: z.ZodType | undefined, input: unknown): unknown => {
    if (!shape) return input
    const result = safeParse(shape, input)
    if (result?.success) return result.data
    if (result) entries.push(...shapeEntries(part, result.error.issues.slice(0, MAX_FAILURES)))
    else entries.push({ loc: [part], msg: 'far too many values are not valid', type: 'value_error' })
    return undefined
  }
  const given = request.body === null ? undefined : request.body
  const params = parse('path', route.params, request.params) as Record<string, string>
  const query = parse('query', route.query, request.query)
  const body = given === undefined && route.bodyOptional ? undefined : parse('body', route.body, given)
  if (entries.length > 0) throw new ShapeError(entries)
  return { params, query, body }
}

/** Undefined when there are so many failures that listing them would keep everyone else waiting. */
function safeParse(shape: z.ZodType, input: unknown) {
  try {
    return withFewFailures(GIVE_UP_AT, () => shape.safeParse(input, { reportInput: true }))
  } catch (cause) {
    // zod passes failures on as arguments: very many use up the stack.
    if (cause instanceof TooManyFailures || cause instanceof RangeError) return undefined
    throw cause
  }
}
