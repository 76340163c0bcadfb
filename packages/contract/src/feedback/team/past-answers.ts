import { z } from 'zod'
import { defineRoute } from '../../route'
import { int, uuid, word } from '../../shapes'
import { dateTime } from '../../task/date-time'
import { DatasetParams } from '../common'
import { FeedbackRecord } from '../records'
import { Response } from '../responses'
import { repeated } from '../search'
import { Resolution } from './resolutions'

/** Microseconds since the epoch; without a zone the time is UTC, as all times of replies are. */
export const moment = () =>
  dateTime().transform((text) => {
    const [, seconds = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d{6}))?(.*)$/.exec(text) ?? []
    return Date.parse(`${seconds}${zone || 'Z'}`) * 1000 + Number(fraction || 0)
  })

const INCLUDE = ['records', 'suggestions', 'vectors'] as const

const PastAnswers = z.object({
  record_id: z.string(),
  /** Everybody's responses, drafts included, the first one first. */
  responses: z.array(Response),
  resolutions: z.array(Resolution),
  /** Only when requested: the record as it is now, without answers; null if it was deleted since. */
  record: FeedbackRecord.nullable().optional(),
})
export type PastAnswers = z.output<typeof PastAnswers>

/** The answers of a dataset at an earlier time. */
export const pastAnswerRoutes = {
  listPastAnswers: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/answers',
    summary:
      'The responses and resolutions of all records as they were at a moment (`at`, UTC unless it names a zone; now, if it is left out), in the order of the ids of the records, those of records that ' +
      'were deleted since included. `next` is the `after` of the next page, null on the last one. A page has at most about 16 MB, and may end before `limit`. ' +
      '`include` adds the records as they are now, the last two words together with `records`. Responses are as a list of records would have shown them then, but `updated_at` may be that of a later import of the same answer; changes that the log no longer contains make an earlier moment a 422.',
    tag: 'Datasets',
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    query: z.object({
      /** Now, if left out. */
      at: moment().optional(),
      after: uuid().optional(),
      limit: int({ ge: 1, le: 100 }).default(50),
      include: repeated(word(INCLUDE))
        .default([])
        .meta({ type: 'array', items: { type: 'string', enum: [...INCLUDE] } }),
    }),
    reply: z.object({
      items: z.array(PastAnswers),
      next: z.string().nullable(),
      /** The authors of the responses and resolutions of this page, also those who were deleted since. */
      users: z.array(z.object({ id: z.string(), username: z.string() })),
    }),
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape', 'invalid'],
  }),
}
