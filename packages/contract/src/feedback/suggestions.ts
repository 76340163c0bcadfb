import { z } from 'zod'
import { LIMITS, PATTERNS } from '../limits'
import { defineRoute } from '../route'
import { fail, float, type Json, json, type RuleFailure, text, uuid, valueError, word } from '../shapes'
import { answerValue } from './answer-value'
import { AsKnown, AsKnownOrNone, itemsOf, timestamps } from './common'

const tag = 'Suggestions'
const SUGGESTION_TYPES = ['model', 'human'] as const

/** The agent's score: one number for the whole value, or one for each item of a list value. */
const ScoreReply = z
  .custom<Json>((value) => value === null || typeof value === 'number' || Array.isArray(value))
  .meta({ type: ['number', 'array', 'null'], items: { type: 'number' } })

export const Suggestion = z.object({
  id: z.string(),
  question_id: z.string(),
  type: z.enum(SUGGESTION_TYPES).nullable(),
  value: json(),
  agent: z.string().nullable(),
  score: ScoreReply,
  ...timestamps,
})
export type Suggestion = z.output<typeof Suggestion>

/** A number from 0 to 1, or a list of at least one such number. */
const score = () =>
  z
    .unknown()
    .transform((input, ctx): number | number[] => {
      const failure = scoreFailure(input)
      if (failure) fail(ctx, failure.rule, { path: failure.path })
      else if (Array.isArray(input)) return input.map(Number)
      else return Number(input)
      return z.NEVER
    })
    .meta({ oneOf: [scoreSchema, { type: 'array', minItems: 1, items: scoreSchema }] })
const scoreSchema = { type: 'number', minimum: 0, maximum: 1 }

/** One suggested value; a record has at most one for each question. */
export const SuggestionCreate = z.object({
  question_id: uuid(),
  value: answerValue(),
  type: word(SUGGESTION_TYPES).nullish(),
  agent: text({ min: 1, max: LIMITS.nameLength, pattern: PATTERNS.agent }).nullish(),
  score: score().nullish(),
})
export type SuggestionCreate = z.output<typeof SuggestionCreate>

const RecordParams = z.object({ record_id: uuid() })
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const
const manager = { can: 'records.write', of: 'record', param: 'record_id' } as const

/** Suggestions: answers proposed by a model or a person for one question of one record (feedback-api §3.3, §5.4). */
export const suggestionRoutes = {
  listSuggestions: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}/suggestions',
    summary: 'List the suggestions of a record.',
    tag,
    access: { can: 'dataset.read', of: 'record', param: 'record_id' },
    params: RecordParams,
    reply: itemsOf(Suggestion),
    status: 200,
    errors,
  }),
  saveSuggestion: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/suggestions',
    summary: 'Create the suggestion for one question (201), or replace it (200).',
    tag,
    access: manager,
    params: RecordParams,
    query: AsKnownOrNone,
    body: SuggestionCreate,
    texts: true,
    reply: Suggestion,
    status: 201,
    errors: [...errors, 'conflict', 'invalid'],
  }),
  deleteSuggestions: defineRoute({
    method: 'DELETE',
    path: '/api/v1/records/{record_id}/suggestions',
    summary: 'Delete suggestions of a record by id. Unknown ids are ignored.',
    tag,
    access: manager,
    params: RecordParams,
    query: z.object({ ids: text() }),
    reply: z.undefined(),
    status: 204,
    errors: [...errors, 'invalid'],
  }),
  deleteSuggestion: defineRoute({
    method: 'DELETE',
    path: '/api/v1/suggestions/{suggestion_id}',
    summary: 'Delete one suggestion.',
    tag,
    access: { can: 'records.write', of: 'suggestion', param: 'suggestion_id' },
    params: z.object({ suggestion_id: uuid() }),
    query: AsKnown,
    reply: Suggestion,
    status: 200,
    errors: [...errors, 'conflict'],
  }),
}

const unit = float({ ge: 0, le: 1 })

/** The failure of an invalid suggestion score; `path` is the index of the invalid item in a list. */
function scoreFailure(input: unknown): { rule: RuleFailure; path: number[] } | undefined {
  if (!Array.isArray(input)) return oneFailure(input, [])
  if (input.length === 0) {
    const rule = { msg: 'ensure this value has at least 1 items', type: 'value_error.list.min_items' }
    return { rule: { ...rule, ctx: { limit_value: 1 } }, path: [] }
  }
  for (const [index, item] of input.entries()) {
    const failure = oneFailure(item, [index])
    if (failure) return failure
  }
  return undefined
}

function oneFailure(input: unknown, path: number[]): { rule: RuleFailure; path: number[] } | undefined {
  if (typeof input === 'number' && input >= 0 && input <= 1) return undefined
  const checked = unit.safeParse(input)
  if (checked.success) return undefined
  const [issue] = checked.error.issues
  const params = issue?.code === 'custom' ? issue.params : undefined
  return { rule: params?.rule ?? valueError('value is not a valid float'), path }
}
