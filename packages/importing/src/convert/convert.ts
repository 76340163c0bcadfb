import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { FieldValues, Metadata, Vectors } from '@postil/contract/feedback/record-parts'
import type { RecordUpsert } from '@postil/contract/feedback/records'
import type { UserResponse } from '@postil/contract/feedback/responses'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { SuggestionCreate } from '@postil/contract/feedback/suggestions'
import { checkResponse } from '@postil/domain/answers/check-response'
import { checkSuggestion } from '@postil/domain/answers/check-suggestion'
import { checkMetadata } from '@postil/domain/records/check-metadata'
import { type ImportPlan, isUpdateOnly, schemaOf } from '../plan/plan'
import type { SourceRow } from '../read/source-row'
import { sha256Hex } from '../upload/sha256'
import { readResponses } from './read-responses'
import { createRowReader, type Draft, type LeftOut, RowError } from './read-row'

/** The target of an import: the server's ids. */
export interface ImportTarget {
  datasetId: string
  /** Ids of the questions by name. */
  questionIds: ReadonlyMap<string, string>
  /** The importing user, to whom existing answers of a column are attributed. */
  userId: string
  /** Ids of known users by id and by username, for the responses of an export. */
  users: ReadonlyMap<string, string>
}

/** The record made from a row, or why there is none. */
export type Converted = { item: RecordUpsert; notes: readonly string[] } | { reason: string; why: LeftOut }

/** Create the function that converts rows into records. It keeps the ids it has seen, so create a new one for each run. */
export function createConverter(plan: ImportPlan, target: ImportTarget): (row: SourceRow) => Converted {
  const schema = schemaOf(plan)
  const questions = new Map(schema.questions.map((question) => [question.name, question]))
  const seenIds = new Map<string, number>()
  const contentCounts = new Map<string, number>()
  const isExact = plan.encoding !== 'foreign'
  const isUpdate = isUpdateOnly(plan)
  const properties = new Map(schema.metadata.map(({ name, settings }) => [name, settings]))
  const metadataRules = { datasetId: target.datasetId, properties, allowExtra: schema.allowExtraMetadata }
  // Span offsets refer to texts that only the server has, so only the server can check them.
  const isUnseen = isUpdate && schema.questions.some(({ settings }) => settings.type === 'span')
  const asked = schema.questions.map(({ name, required, settings }) => ({
    name,
    required: required ?? false,
    settings,
  }))

  const build = (row: SourceRow, draft: Draft): Extract<Converted, { item: unknown }> => {
    const fields: FieldValues = Object.fromEntries(draft.fields)
    if (isUpdate && draft.externalId === undefined && draft.recordId === undefined)
      throw new RowError('There is no id here that says which record to update.')
    for (const { name, title, required } of schema.fields) {
      const text = Object.hasOwn(fields, name) ? fields[name] : undefined
      const isEmpty = text === undefined || text === null || (!isExact && text.trim() === '')
      if (!isUpdate && required && isEmpty) throw new RowError(`“${title}” is empty, and a record needs it.`, 'empty')
    }
    const metadata: Metadata | undefined = draft.metadata && Object.fromEntries(draft.metadata)
    const fieldText = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)
    const item: RecordUpsert = isUpdate ? {} : { fields }
    if (metadata) {
      const failure = checkMetadata(metadataRules, metadata)
      if (failure) throw new RowError(failure)
      item.metadata = metadata
    }
    const suggestions = suggestionsOf(draft, questions, target, isUpdate ? undefined : fieldText)
    if (suggestions.length > 0) item.suggestions = suggestions
    const others = [...draft.people].map(([username, { status = 'draft', values }]) => {
      return { username, status, values: values.length > 0 ? Object.fromEntries(values) : null }
    })
    const read = readResponses([...draft.responses, ...others], schema.questions, target.users)
    const responses = responsesOf(draft, read.responses, questions, target)
    for (const response of responses) {
      const failure = isUnseen ? undefined : checkResponse(asked, response, fieldText)
      if (failure) throw new RowError(`An answer in this row does not fit: ${firstLine(failure)}`)
    }
    if (responses.length > 0) item.responses = responses
    if (draft.vectors.length > 0) {
      const vectors: Vectors = Object.fromEntries(draft.vectors)
      item.vectors = vectors
    }
    const externalId = draft.externalId ?? contentId(plan, fields, contentCounts)
    if (externalId !== undefined) item.external_id = checkId(externalId, row.line, seenIds)
    if (draft.recordId !== undefined) item.id = draft.recordId
    return { item, notes: read.notes }
  }

  const readRow = createRowReader(plan)
  return (row) => {
    try {
      return build(row, readRow(row))
    } catch (error) {
      if (error instanceof RowError) return { reason: error.message, why: error.why }
      throw error
    }
  }
}

function suggestionsOf(
  draft: Draft,
  questions: ReadonlyMap<string, QuestionCreate>,
  target: ImportTarget,
  /** Undefined where the texts are not in the file. */
  fieldText: ((name: string) => string | null | undefined) | undefined,
): SuggestionCreate[] {
  return [...draft.suggestions].flatMap(([name, { value, score, agent, type }]): SuggestionCreate[] => {
    const question = questions.get(name)
    const questionId = target.questionIds.get(name)
    // A score without a value is not a suggestion.
    if (value === undefined || !question || questionId === undefined) return []
    const isUnseen = !fieldText && question.settings.type === 'span'
    const failure = isUnseen
      ? undefined
      : checkSuggestion(question.settings, { value, score }, fieldText ?? (() => undefined))
    if (failure) throw new RowError(`The suggestion for “${question.title}” does not fit: ${firstLine(failure)}`)
    return [{ question_id: questionId, value, score, agent, type }]
  })
}

/** An answer column is the importing user's response: submitted when it answers all that is required, else a draft. */
function responsesOf(
  draft: Draft,
  others: readonly UserResponse[],
  questions: ReadonlyMap<string, QuestionCreate>,
  target: ImportTarget,
): UserResponse[] {
  const values: AnswersByName = Object.fromEntries(draft.answers)
  const given =
    draft.status === 'submitted' || draft.status === 'draft' || draft.status === 'discarded' ? draft.status : undefined
  if (draft.answers.length === 0 && given === undefined) return [...others]
  const isWhole = [...questions.values()].every(({ name, required }) => !required || Object.hasOwn(values, name))
  const status = given ?? (isWhole ? 'submitted' : 'draft')
  const own: UserResponse = { user_id: target.userId, status, values: draft.answers.length > 0 ? values : null }
  return [own, ...others.filter(({ user_id }) => user_id !== target.userId)]
}

const MAX_ID_LENGTH = 500

function checkId(id: string, line: number, seen: Map<string, number>): string {
  if ([...id].length > MAX_ID_LENGTH) throw new RowError(`The id is longer than ${MAX_ID_LENGTH} characters.`)
  const earlier = seen.get(id)
  if (earlier !== undefined) throw new RowError(`The id “${id}” is already that of line ${earlier}.`, 'repeated')
  seen.set(id, line)
  return id
}

/** An id made of the row's texts: the same texts have the same id in every import; repeated ones are numbered. */
function contentId(plan: ImportPlan, fields: FieldValues, counts: Map<string, number>): string | undefined {
  if (!plan.hasContentIds) return undefined
  const texts = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  const hash = sha256Hex(JSON.stringify(texts)).slice(0, 24)
  const count = (counts.get(hash) ?? 0) + 1
  counts.set(hash, count)
  return count === 1 ? `text-${hash}` : `text-${hash}-${count}`
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}
