import { bodyListsOf, parseAhead } from '@postil/contract/body-list'
import type { Route } from '@postil/contract/route'
import { TooManyFailures, withFewFailures } from '@postil/contract/shapes'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type ShapeEntry, ShapeError } from '../../errors'
import { shapeEntries } from '../../wire/shape-entries'
import { gather } from './large-work'

/** The parts of a request, parsed by the route's shapes. */
export interface Parsed {
  params: Record<string, string>
  query: unknown
  body: unknown
}

/** Maximum number of failures listed for one request: more would help no reader, and writing them takes long. */
const MAX_FAILURES = 1000
const GIVE_UP_AT = 10_000
/** Maximum number of objects and lists in one item, which is parsed in one go. Records with 10,000 entities by two agents have 20,000. */
const MAX_ITEM_PARTS = 25_000

/** Parse path, query and body by the route's shapes. Throws `ShapeError` with the failures of all three. */
export function parseRequest(route: Route, request: FastifyRequest): Parsed {
  const entries: ShapeEntry[] = []
  const parse = (part: 'body' | 'query' | 'path', shape: z.ZodType | undefined, input: unknown): unknown => {
    if (!shape) return input
    const result = safeParse(shape, input)
    if (result?.success) return result.data
    if (result) entries.push(...shapeEntries(part, result.error.issues.slice(0, MAX_FAILURES)))
    else entries.push(farTooMany(part))
    return undefined
  }
  const given = request.body === null ? undefined : request.body
  const params = parse('path', route.params, request.params) as Record<string, string>
  const query = parse('query', route.query, request.query)
  const body = given === undefined && route.bodyOptional ? undefined : parse('body', route.body, given)
  if (entries.length > 0) throw new ShapeError(entries)
  return { params, query, body }
}

/**
 * Parse the items of a large body one by one, in slices of a few milliseconds, and cache the results: `parseRequest` then has less to do at
 * once. Throws `ShapeError` when there are too many failures to continue.
 */
export async function parseItemsAhead(route: Route, body: unknown): Promise<void> {
  if (typeof body !== 'object' || body === null) return
  for (const { name, item, max } of bodyListsOf(route.body)) {
    const items: unknown = Reflect.get(body, name)
    // A longer list is refused by `parseRequest` without a look at its items.
    if (Array.isArray(items) && items.length <= max) await gather(parsedAhead(name, item, items))
  }
}

function* parsedAhead(name: string, shape: z.ZodType, items: readonly unknown[]): Generator<void> {
  let failures = 0
  for (const [index, item] of items.entries()) {
    if (partsLeft(item, MAX_ITEM_PARTS) < 0) throw new ShapeError([tooManyParts(name, index)])
    try {
      failures += withFewFailures(GIVE_UP_AT, () => parseAhead(shape, item))
    } catch (cause) {
      if (isHopeless(cause)) throw new ShapeError([farTooMany('body')])
      throw cause
    }
    if (failures > GIVE_UP_AT) throw new ShapeError([farTooMany('body')])
    yield
  }
}

/** `most` less the number of objects and lists in this value; negative as soon as there are more. */
function partsLeft(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return most
  let left = most - 1
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    // Most values are texts and numbers, and there may be millions of them.
    if (typeof inner !== 'object') continue
    if (left < 0) return left
    left = partsLeft(inner, left)
  }
  return left
}

function tooManyParts(name: string, index: number): ShapeEntry {
  return {
    loc: ['body', name, index],
    msg: `ensure this value has at most ${MAX_ITEM_PARTS} objects and lists`,
    type: 'value_error',
  }
}

function farTooMany(part: string): ShapeEntry {
  return { loc: [part], msg: 'far too many values are not valid', type: 'value_error' }
}

/** Undefined when there are so many failures that listing them would block other requests. */
function safeParse(shape: z.ZodType, input: unknown) {
  try {
    return withFewFailures(GIVE_UP_AT, () => shape.safeParse(input, { reportInput: true }))
  } catch (cause) {
    if (isHopeless(cause)) return undefined
    throw cause
  }
}

function isHopeless(cause: unknown): boolean {
  // zod passes failures as function arguments: a very long list overflows the stack.
  return cause instanceof TooManyFailures || cause instanceof RangeError
}
