import { z } from 'zod'
import { defineRoute } from '../../route'
import { text } from '../../shapes'
import { DatasetParams } from '../common'

const count = z.number()
/** `2026-11-23`, in the time zone that was asked for. */
const date = z.string()

const Person = z.object({
  /** Null for the answers of users who were deleted. */
  user_id: z.string().nullable(),
  username: z.string().nullable(),
  submitted: count,
  discarded: count,
  draft: count,
  last_answer_at: z.string().nullable(),
  /** Median time from one submitted answer to the next (seconds), of those of at most five minutes; null without any. */
  seconds: z.number().nullable(),
  /** Days with submitted answers, in order. */
  days: z.array(z.object({ date, answers: count })),
})

const SuggestionOutcome = z.object({
  agent: z.string().nullable(),
  /** Name of the question. */
  question: z.string(),
  suggested: count,
  /** Suggestions on records with a submitted answer. */
  answered: count,
  /** Of the submitted answers to these: those that are as suggested, and all others. */
  accepted: count,
  changed: count,
})

const LabelCounts = z.object({
  /** Name and title of the question. */
  name: z.string(),
  title: z.string(),
  /** Most answered first. */
  labels: z.array(z.object({ label: z.string(), answers: count, suggested: count })),
})

export const TeamProgress = z.object({
  /** `started`: with an answer, but fewer than complete a record. */
  records: z.object({ total: count, completed: count, started: count }),
  min_submitted: count,
  /** Submitted answers. */
  answers: count,
  /** The day in the time zone that was asked for. */
  today: date,
  /**
   * Days on which anything was answered, in order. An answer counts on the day it was first saved, even if as a draft; a record is completed
   * on the day of the answer that completes it.
   */
  days: z.array(z.object({ date, answers: count, completed: count })),
  /** By the number of their answers, most first. */
  people: z.array(Person),
  suggestions: z.array(SuggestionOutcome),
  /** Questions with labels, ratings or spans. */
  questions: z.array(LabelCounts),
})
export type TeamProgress = z.output<typeof TeamProgress>
export type TeamPerson = TeamProgress['people'][number]

/** How far the people of a dataset have come together, for who leads them. */
export const teamProgressRoutes = {
  getTeamProgress: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/team-progress',
    summary:
      'Completed records and answers by day and person, what became of suggestions, and how often each label was answered. Days are those of `time_zone`.',
    tag: 'Datasets',
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    query: z.object({
      /** A name of the IANA database, such as `Europe/Berlin`. */
      time_zone: text({ min: 1, max: 64 }).refine(isTimeZone, 'unknown time zone').default('UTC'),
    }),
    reply: TeamProgress,
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
