import type { Route } from '@postil/contract/route'
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

/** Parse path, query and body by the route's shapes. Throws `ShapeError` with every failure of all three. */
export function parseRequest(route: Route, request: FastifyRequest): Parsed {
  const entries: ShapeEntry[] = []
  const parse = (part: 'body' | 'query' | 'path', shape: z.ZodType | undefined, input: unknown): unknown => {
    if (!shape) return input
    const result = shape.safeParse(input, { reportInput: true })
    if (result.success) return result.data
    entries.push(...shapeEntries(part, result.error.issues))
    return undefined
  }
  const given = request.body === null ? undefined : request.body
  const params = parse('path', route.params, request.params) as Record<string, string>
  const query = parse('query', route.query, request.query)
  const body = given === undefined && route.bodyOptional ? undefined : parse('body', route.body, given)
  if (entries.length > 0) throw new ShapeError(entries)
  return { params, query, body }
}
