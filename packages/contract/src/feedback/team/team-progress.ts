import { z } from 'zod'
import { defineRoute } from '../../route'
import { text } from '../../shapes'
import { DatasetParams } from '../common'
import { QUESTION_TYPES } from '../settings/question-settings'

const count = z.number()
/** `2026-11-23`, in the requested time zone. */
const date = z.string()

/** What one person has done. */
export const Person = z.object({
  /** Null for the answers of deleted users. */
  user_id: z.string().nullable(),
  username: z.string().nullable(),
  /** First name and surname; null where the username is. */
  name: z.string().nullable(),
  submitted: count,
  discarded: count,
  draft: count,
  last_answer_at: z.string().nullable(),
  /** Median time between consecutive submitted answers, in seconds; longer pauses than five minutes are ignored. Null without data. */
  seconds: z.number().nullable(),
  /** Days with submitted answers, in ascending order. */
  days: z.array(z.object({ date, answers: count })),
})

/** What became of the suggestions of one agent. */
export const SuggestionOutcome = z.object({
  agent: z.string().nullable(),
  /** Name of the question. */
  question: z.string(),
  suggested: count,
  /** Number of suggestions on records with a submitted answer. */
  answered: count,
  /** Of the submitted answers to these records: the number that equal the suggestion, and the number that differ. */
  accepted: count,
  changed: count,
})

/** The answers of one person to one question of gold records. */
const GoldAccuracy = z.object({
  user_id: z.string(),
  username: z.string(),
  /** First name and surname of the person. */
  name: z.string(),
  /** Name and title of the question. */
  question: z.string(),
  title: z.string(),
  answers: count,
  /** Number of these answers that equal the known answer. */
  right: count,
  /** The 95 % confidence interval of the share of right answers (Wilson). */
  interval: z.tuple([z.number(), z.number()]),
})

export const LabelCount = z.object({
  label: z.string(),
  /** Text of the option, where it is not the same. */
  text: z.string().optional(),
  answers: count,
  suggested: count,
})

const LabelCounts = z.object({
  /** Name and title of the question. */
  name: z.string(),
  title: z.string(),
  type: z.enum(QUESTION_TYPES),
  /** Most answered first. Of a ranking, how often each option was ranked first; a text question has none. */
  labels: z.array(LabelCount),
})

export const DayCounts = z.object({ date, answers: count, completed: count })

export const TeamProgress = z.object({
  /** `started`: records with answers, but not enough to complete them. Gold records are in none of these counts but `gold`. */
  records: z.object({ total: count, completed: count, started: count, gold: count }),
  min_submitted: count,
  /** Submitted answers. */
  answers: count,
  /** Today in the requested time zone. */
  today: date,
  /**
   * Days with answers, in ascending order. An answer counts on the day it was first saved, even as a draft; a record counts as completed on
   * the day of the answer that completes it.
   */
  days: z.array(DayCounts),
  /** Sorted by number of answers, descending. */
  people: z.array(Person),
  suggestions: z.array(SuggestionOutcome),
  /** Questions with an answer or suggestion, and all text questions. */
  questions: z.array(LabelCounts),
  /** By person and question, as far as a person has answered gold records. */
  gold: z.array(GoldAccuracy),
})
export type TeamProgress = z.output<typeof TeamProgress>
export type TeamPerson = TeamProgress['people'][number]

/** The progress of all users of a dataset together, for leads. */
export const teamProgressRoutes = {
  getTeamProgress: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/team-progress',
    summary:
      'Completed records and answers by day and user, how many suggestions were accepted or changed, how many answers to gold records are right, and the number of answers by label. Days are in `time_zone`.',
    tag: 'Datasets',
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    query: z.object({ time_zone: timeZone() }),
    reply: TeamProgress,
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}

/** A name of the IANA database, such as `Europe/Berlin`. */
export function timeZone() {
  return text({ min: 1, max: 64 }).refine(isTimeZone, 'unknown time zone').default('UTC')
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
