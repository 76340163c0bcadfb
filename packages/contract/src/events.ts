import { z } from 'zod'
import { LIMITS } from './limits'
import { defineRoute } from './route'
import { int, json } from './shapes'

const EventBody = z.object({
  /** Grows with each event; numbers may be missing. */
  seq: z.number(),
  at: z.string(),
  /** What happened: `response.update`, `dataset.publish`. */
  kind: z.string(),
  /** The acting user; null when unknown. */
  user_id: z.string().nullable(),
  dataset_id: z.string().nullable(),
  /** The feedback record that changed, or whose response, suggestion or resolution did. */
  record_id: z.string().nullable(),
  /** The id of what changed. */
  subject_id: z.string(),
  /** Null where the kind has no such state, as before a creation. */
  before: json().nullable(),
  after: json().nullable(),
})
export type EventBody = z.output<typeof EventBody>

/** The log of all changes, for programs that follow it. */
export const eventRoutes = {
  listEvents: defineRoute({
    method: 'GET',
    path: '/api/v1/events',
    summary:
      'The changes of everything, oldest first, from the one after `after`. Who asks again with `next` gets each event once and misses none, also those of transactions ' +
      'that end late: a page stops before the events that such a transaction may still add. A page ends at about 16 MB, before `limit`.',
    tag: 'events',
    access: { can: 'events.read' },
    query: z.object({
      after: int({ ge: 0, le: Number.MAX_SAFE_INTEGER }).default(0),
      limit: int({ ge: 1, le: LIMITS.listMax }).default(LIMITS.listDefault),
    }),
    reply: z.object({
      items: z.array(EventBody),
      /** The `after` of the next page: the number of the last event, or that of this page if it is empty. */
      next: z.number(),
    }),
    status: 200,
    errors: [],
  }),
}
