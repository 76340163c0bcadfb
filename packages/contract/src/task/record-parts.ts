import { z } from 'zod'
import { codePointLength, exactJson, fail, float, isLonger, json, quick, text, valueError, word } from '../shapes'
import { RECORD_STATUSES, TASK_LIMITS } from './constants'
import { dateTime } from './date-time'
import { recordId } from './task'

/**
 * Values by name. Names must not contain NUL at any depth, because PostgreSQL cannot store it in text, and must not be longer than its
 * indexes take.
 */
export function byName<S extends z.ZodType>(value: S) {
  return z.record(z.string(), value).superRefine((values, ctx) => {
    const long = Object.keys(values).find((one) => isLonger(one, TASK_LIMITS.nameLength))
    if (long !== undefined)
      fail(
        ctx,
        valueError(
          `The name ${JSON.stringify(long.slice(0, 40))}… must have at most ${TASK_LIMITS.nameLength} characters`,
        ),
      )
    const name = nameWithNul(values)
    if (name === undefined) return
    fail(ctx, valueError(`The name ${JSON.stringify(name)} must not contain the NUL character`))
  })
}

function nameWithNul(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) {
    const found = Object.keys(value).find((name) => name.includes('\0'))
    if (found !== undefined) return found
  }
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    const found = nameWithNul(inner)
    if (found !== undefined) return found
  }
  return undefined
}

function isPlainNumbers(input: unknown): boolean {
  const isRight = (item: unknown) => typeof item === 'number' && Number.isFinite(item) && !Object.is(item, -0)
  return Array.isArray(input) && input.every(isRight)
}

/** A vector as it is logged with a record. */
const VectorInput = z.object({
  value: quick(z.array(float()), isPlainNumbers),
  record_properties: z.array(z.string()).nullish(),
  model: text().nullish(),
})

const VectorBody = z.object({
  value: z.array(z.number()),
  record_properties: z.array(z.string()).optional(),
  model: z.string().optional(),
})

function refuseLongId(id: string | number, ctx: z.core.$RefinementCtx): void {
  // A UTF-16 unit takes at most three bytes.
  if (typeof id === 'number' || id.length * 3 <= TASK_LIMITS.idBytes) return
  if (new TextEncoder().encode(id).length > TASK_LIMITS.idBytes)
    fail(ctx, valueError(`ids must have at most ${TASK_LIMITS.idBytes} bytes`))
}

/** The parts of a record common to all tasks (classic-api §4). */
export const recordInput = {
  id: recordId().superRefine(refuseLongId).nullish(),
  metadata: byName(exactJson()).nullish(),
  event_timestamp: dateTime().nullish(),
  status: word(RECORD_STATUSES).nullish(),
  vectors: byName(VectorInput).nullish(),
  /** In edits: the version that was edited. Otherwise ignored, because older clients send any value. */
  last_updated: z.unknown().optional().meta({ type: 'string' }),
}

/** Label names, wherever they occur. */
export const LabelName = text({ min: 1, max: TASK_LIMITS.termLength })
export const Score = float({ ge: 0, le: 1 }).default(1)

/** One agent's prediction or annotation: the content, in the shape of the task, and the name of the agent. */
function byAgent<S extends z.ZodRawShape>(content: S) {
  const agent = z
    .unknown()
    .transform((input): string => (['string', 'number', 'bigint'].includes(typeof input) ? String(input) : ''))
    .refine((value) => codePointLength(value) <= TASK_LIMITS.agentLength, {
      params: {
        rule: {
          msg: `ensure this value has at most ${TASK_LIMITS.agentLength} characters`,
          type: 'value_error.any_str.max_length',
          ctx: { limit_value: TASK_LIMITS.agentLength },
        },
      },
    })
    .refine((value) => !value.includes('\0'), {
      params: { rule: valueError('The agent must not contain the NUL character') },
    })
    .meta({ type: 'string', minLength: 1, maxLength: TASK_LIMITS.agentLength })
  return z.object({ agent: agent.prefault(''), ...content }).superRefine((value, ctx) => {
    if (Reflect.get(value, 'agent') === '') fail(ctx, valueError('The agent is required'), { root: true })
  })
}

/** The four parts of a record with predictions and annotations, as in requests. `content` is the shape of the task. */
export function agentsInput<S extends z.ZodRawShape>(content: S) {
  const one = byAgent(content).nullish()
  const many = byName(z.object(content)).nullish()
  return { prediction: one, annotation: one, predictions: many, annotations: many }
}

/** The four parts of a record with predictions and annotations, as in replies. Absent parts are omitted. */
export function agentsBody<S extends z.ZodRawShape>(content: S) {
  const one = z.object({ agent: z.string(), ...content }).nullish()
  const many = z.record(z.string(), z.object(content)).nullish()
  return { prediction: one, annotation: one, predictions: many, annotations: many }
}

const capitalness = z.enum(['UPPER', 'LOWER', 'FIRST', 'MIDDLE']).optional()
const mentions = z.object({
  mentions: z.array(z.object({ value: z.string(), label: z.string(), score: z.number(), capitalness })),
})

/** Computed when a record is logged (classic-api §9.1); empty if not requested. */
const metrics = z.object({
  text_length: z.number().optional(),
  tokens: z.array(z.object({ value: z.string(), capitalness })).optional(),
  predicted: mentions.optional(),
  annotated: mentions.optional(),
})

/** The parts of a record in replies that are common to all tasks. */
export const recordBody = {
  id: z.union([z.string(), z.number()]),
  status: z.enum(RECORD_STATUSES),
  metrics,
  metadata: z.record(z.string(), json()).nullish(),
  event_timestamp: z.string().nullish(),
  last_updated: z.string().nullish(),
  vectors: z.record(z.string(), VectorBody).nullish(),
  search_keywords: z.array(z.string()).nullish(),
}
