import { z } from 'zod'
import { list, listSchema, takeOver } from './shapes'

type Result = z.ZodSafeParseResult<unknown>

/** For each body list: the shape of its items, and their maximum number. */
const bodyLists = new WeakMap<z.ZodType, { item: z.ZodType; max: number }>()
/** Items of body lists that were parsed before their list. */
const parsedAhead = new WeakMap<object, Result>()

/**
 * The main list of a large body. Its items may be parsed one by one in advance (`bodyListsOf`, `parseAhead`), so that the event loop is not
 * blocked for long. Parsing the body then reuses these results.
 */
export function bodyList<S extends z.ZodType>(item: S, options: { min?: number; max?: number } = {}) {
  const known = z.unknown().transform((input, ctx): z.output<S> => {
    const ahead = typeof input === 'object' && input !== null ? parsedAhead.get(input) : undefined
    return takeOver((ahead ?? item.safeParse(input, { reportInput: true })) as z.ZodSafeParseResult<z.output<S>>, ctx)
  })
  const shape = list(known, options).meta(listSchema(item, options))
  bodyLists.set(shape, { item, max: options.max ?? Number.POSITIVE_INFINITY })
  return shape
}

/** The body lists of a body, each with its name, the shape of its items, and their maximum number. */
export function bodyListsOf(body: z.ZodType | undefined): { name: string; item: z.ZodType; max: number }[] {
  if (!(body instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(body.shape).flatMap(([name, part]) => {
    const known = bodyLists.get(part)
    return known ? [{ name, ...known }] : []
  })
}

/**
 * Parse an item of a `bodyList` before the list.
 *
 * @returns the number of failures
 */
export function parseAhead(shape: z.ZodType, item: unknown): number {
  if (typeof item !== 'object' || item === null) return 0
  const result = shape.safeParse(item, { reportInput: true })
  parsedAhead.set(item, result)
  return result.error?.issues.length ?? 0
}
