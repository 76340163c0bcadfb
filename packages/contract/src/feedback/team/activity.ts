import { z } from 'zod'
import { defineRoute } from '../../route'

const DatasetActivity = z.object({
  /** Of a classic dataset, `<workspace>.<name>`. */
  dataset_id: z.string(),
  /** 0 for classic datasets: their records are not counted for this. */
  records: z.number(),
  /** Grows with each change of its records and answers. */
  changes: z.number(),
  /** Grows with each change of its resolutions. */
  decisions: z.number(),
  /** Grows with each change of its doubts. */
  doubts: z.number(),
  /** Another text whenever people have other records open (leases). */
  leases: z.string(),
  /** When its answers or settings last changed. */
  last_activity_at: z.string(),
})
export type DatasetActivity = z.output<typeof DatasetActivity>

export const Activity = z.object({ items: z.array(DatasetActivity) })
export type Activity = z.output<typeof Activity>

/** Where something has changed, for pages that stay up to date. */
export const activityRoutes = {
  listActivity: defineRoute({
    method: 'GET',
    path: '/api/v1/me/activity',
    summary:
      'How many records each feedback dataset has that the caller can see, and when it and each classic dataset last changed. With `Accept: text/event-stream` the connection stays open, and an event ' +
      '`activity` with the same shape follows within about a second of each change; the server ends it after five minutes at most.',
    tag: 'Me',
    access: { can: 'server.use' },
    reply: Activity,
    status: 200,
    errors: [],
    isFollowed: true,
  }),
}
