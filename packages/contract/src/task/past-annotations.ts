import { z } from 'zod'
import { moment } from '../feedback/team/past-answers'
import { defineRoute } from '../route'
import { int, json, text } from '../shapes'
import { NameParams, workspaceQuery } from './task'

/** Where a page begins: in the records that a deletion with this number had, or behind a key. */
export const PAST_CURSOR = /^(?:d(\d{1,15})\.(\d{1,4})|k([\s\S]*))$/

/** The records of a classic dataset at an earlier time. */
export const pastAnnotationRoutes = {
  listPastAnnotations: defineRoute({
    method: 'GET',
    path: '/api/datasets/{name}/annotations',
    summary:
      'All records with their annotations as they were at a moment (`at`, UTC unless it names a zone; now, if it is left out), as an export of that moment has them, but without vectors: first those that are ' +
      'still there, in the order of their ids, then those that were deleted since. `next` is the `after` of the next page, null on the last one. A page has at most about 16 MB, and may end before `limit` or ' +
      'be empty. A record that is deleted while the pages are read may come twice. Changes that the log does not contain make an earlier moment a 422.',
    tag: 'Classic records',
    access: { can: 'responses.readAll', of: 'task_dataset', param: 'name' },
    params: NameParams,
    query: z.object({
      ...workspaceQuery,
      /** Now, if left out. */
      at: moment().optional(),
      after: text({ max: 10_000, pattern: PAST_CURSOR }).optional(),
      limit: int({ ge: 1, le: 500 }).default(50),
    }),
    reply: z.object({ items: z.array(z.record(z.string(), json())), next: z.string().nullable() }),
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'invalid', 'closed_dataset'],
  }),
}
