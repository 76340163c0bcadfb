import { z } from 'zod'
import { LIMITS, PATTERNS } from '../limits'
import { text, uuid } from '../shapes'

/** The timestamps of every resource: UTC without a time zone suffix, in microseconds (feedback-api §1.1). */
export const timestamps = { inserted_at: z.string(), updated_at: z.string() }

/** The path parameters of routes below one dataset. */
export const DatasetParams = z.object({ dataset_id: uuid() })

/** Optimistic locking: applies a change only to the version that the caller has read. */
export const AsKnown = z.object({
  updated_at: z
    .string()
    .optional()
    .meta({ description: 'As the caller knows it: what was changed since stays, and is a conflict.' }),
})

/** The same for what may not exist yet. */
export const AsKnownOrNone = z.object({
  updated_at: z.string().optional().meta({
    description: 'As the caller knows it, empty if there is none: what was changed since stays, and is a conflict.',
  }),
})

/** The reply of a list route: lists are always wrapped in an object. Items are sorted by age, oldest first. */
export function itemsOf<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item) })
}

/** Name of a field, question, metadata property or vector settings (feedback-api §4.1). */
export const itemName = () => text({ min: 1, max: LIMITS.nameLength, pattern: PATTERNS.itemName })

/** Title of a field, question, metadata property or vector settings. */
export const itemTitle = () => text({ min: 1, max: LIMITS.titleLength })
