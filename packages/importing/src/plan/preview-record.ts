import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { createConverter } from '../convert/convert'
import type { SourceRow } from '../read/source-row'
import { type ImportPlan, schemaOf } from './plan'

/** A suggestion that a record will have. */
interface PreviewSuggestion {
  id: string
  questionId: string
  value: AnswerValue
  score: number | readonly number[] | null
  agent: string | null
}

/** A record for the preview; it is not on the server. */
export interface PreviewRecord {
  fields: Readonly<Record<string, string | null>>
  suggestions: readonly PreviewSuggestion[]
  /** Its initial answers. */
  answers: Answers
  /** Why the row cannot be imported. */
  reason: string | undefined
}

const NEVER = '1970-01-01T00:00:00.000000'
const PREVIEW = { dataset_id: 'preview', inserted_at: NEVER, updated_at: NEVER } as const

/** The fields of a plan, with their names as ids. */
export function previewFields(plan: ImportPlan): Field[] {
  return schemaOf(plan).fields.map(({ name, title, required, settings }) => ({
    ...PREVIEW,
    id: name,
    name,
    title,
    required: required ?? false,
    settings,
  }))
}

/** The questions of a plan, with their names as ids. Titles may still be empty. */
export function previewQuestions(plan: ImportPlan): Question[] {
  return schemaOf(plan).questions.map(({ name, title, description, required, settings }) => ({
    ...PREVIEW,
    id: name,
    name,
    title,
    description: description ?? null,
    required: required ?? false,
    settings,
  }))
}

/** The record made from a row of the file. */
export function previewRecord(plan: ImportPlan, row: SourceRow): PreviewRecord {
  const questionIds = new Map(plan.questions.map(({ name }) => [name, name]))
  const convert = createConverter(plan, { datasetId: 'preview', questionIds, userId: 'me', users: new Map() })
  const converted = convert(row)
  if ('reason' in converted) return { fields: {}, suggestions: [], answers: {}, reason: converted.reason }
  const { fields, suggestions, responses } = converted.item
  const proposed = (suggestions ?? []).map(({ question_id, value, score, agent }) => ({
    id: question_id,
    questionId: question_id,
    value,
    score: score ?? null,
    agent: agent ?? null,
  }))
  const own = Object.entries(responses?.[0]?.values ?? {}).map(([name, { value }]) => [name, value] as const)
  return {
    fields: fields ?? {},
    suggestions: proposed,
    answers: Object.fromEntries([...proposed.map(({ questionId, value }) => [questionId, value] as const), ...own]),
    reason: undefined,
  }
}
