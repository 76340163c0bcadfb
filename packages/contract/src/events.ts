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
  /** The record that changed, or whose response, suggestion or resolution did: of a classic record its id within the dataset, as text. */
  record_id: z.string().nullable(),
  /** The id of what changed. */
  subject_id: z.string(),
  /** The state before the change; null where the kind has none, for example before a creation. */
  before: json().nullable(),
  after: json().nullable(),
})
export type EventBody = z.output<typeof EventBody>

/** The event log: all changes, for programs that follow it. */
export const eventRoutes = {
  listEvents: defineRoute({
    method: 'GET',
    path: '/api/v1/events',
    summary:
      'The log of all changes, oldest first, starting after event number `after`. Requesting the next page with `next` returns each event exactly once, including those of ' +
      'transactions that commit late: a page ends before any event that an open transaction may still add. A page also ends at about 16 MB, even before `limit`.',
    tag: 'Events',
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
