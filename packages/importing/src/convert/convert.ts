import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { FieldValues, Metadata, Vectors } from '@postil/contract/feedback/record-parts'
import type { RecordUpsert } from '@postil/contract/feedback/records'
import type { UserResponse } from '@postil/contract/feedback/responses'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { SuggestionCreate } from '@postil/contract/feedback/suggestions'
import type { ExactJson, Json } from '@postil/contract/shapes'
import { checkResponse } from '@postil/domain/answers/check-response'
import { checkSuggestion } from '@postil/domain/answers/check-suggestion'
import { checkMetadata } from '@postil/domain/records/check-metadata'
import { isAgent } from '../guess/guess-agent'
import { type ColumnUse, type ImportPlan, isUpdateOnly, schemaOf } from '../plan/plan'
import { isExactObject } from '../read/flatten'
import { parseExact, readList, readNumber, readVector } from '../read/read-cell'
import type { Cell, SourceRow } from '../read/source-row'
import { sha256Hex } from '../upload/sha256'
import { unprotect } from './protect'
import { readAnswer } from './read-answer'
import { readMetadata } from './read-metadata'
import { readResponses } from './read-responses'

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

/** Why a row was skipped: its id is repeated, a required text is empty, or another error. */
export type LeftOut = 'repeated' | 'empty' | 'other'

/** A row that cannot become a record; the message is for the user. */
class RowError extends Error {
  constructor(
    message: string,
    readonly why: LeftOut = 'other',
  ) {
    super(message)
  }
}

interface DraftSuggestion {
  value?: AnswerValue
  score?: number | number[]
  agent?: string
  type?: 'model' | 'human'
}

interface Draft {
  fields: [string, string | null][]
  metadata: [string, ExactJson][] | undefined
  externalId: string | undefined
  recordId: string | undefined
  suggestions: Map<string, DraftSuggestion>
  answers: [string, { value: AnswerValue }][]
  status: string | undefined
  /** Answers and status of others, by username. */
  people: Map<string, { status?: string; values: [string, Json][] }>
  responses: UserResponse[]
  vectors: [string, number[]][]
  notes: string[]
}

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

  const read = (use: ColumnUse, source: string, given: Cell, draft: Draft): void => {
    if (given === undefined) return
    const cell = plan.encoding === 'csv' && typeof given === 'string' ? unprotect(given) : given
    switch (use.kind) {
      case 'field':
        draft.fields.push([use.name, textOf(cell)])
        return
      case 'metadata': {
        const found = readMetadata(use.type, use.title, cell, plan.encoding)
        if (found && 'reason' in found) throw new RowError(found.reason)
        if (found) draft.metadata = [...(draft.metadata ?? []), [use.name, found.value]]
        return
      }
      case 'suggestion':
      case 'answer': {
        if (use.kind === 'answer' && use.person !== undefined) {
          personOf(draft, use.person).values.push([use.question, cell])
          return
        }
        const question = questions.get(use.question)
        const found = question && cell !== null ? readAnswer(question, cell, isExact) : undefined
        if (found && 'reason' in found) throw new RowError(found.reason)
        if (!found) return
        if (use.kind === 'answer') draft.answers.push([use.question, { value: found.value }])
        else {
          const suggestion = suggestionOf(draft, use.question)
          suggestion.value = found.value
          if (use.agent !== undefined && isAgent(use.agent)) suggestion.agent ??= use.agent
        }
        return
      }
      case 'score': {
        const score = readList(cell)?.map((item) => readNumber(item)) ?? readNumber(cell)
        if (Array.isArray(score)) suggestionOf(draft, use.question).score = score.filter((one) => one !== undefined)
        else if (score !== undefined) suggestionOf(draft, use.question).score = score
        return
      }
      case 'agent': {
        const agent = textOf(cell) ?? ''
        if (isAgent(agent)) suggestionOf(draft, use.question).agent = agent
        return
      }
      case 'origin':
        if (cell === 'model' || cell === 'human') suggestionOf(draft, use.question).type = cell
        return
      case 'vector': {
        if (cell === null || cell === '') return
        const vector = readVector(cell)
        if (!vector) throw new RowError(`“${use.title}” is not a list of numbers here.`)
        const { dimensions } = schema.vectors.find(({ name }) => name === use.name) ?? use
        if (vector.length !== dimensions) {
          throw new RowError(`“${use.title}” has ${vector.length} numbers here; it should have ${dimensions}.`)
        }
        draft.vectors.push([use.name, vector])
        return
      }
      case 'id': {
        const id = isExact ? textOf(cell) : textOf(cell)?.trim()
        if (id) draft.externalId = id
        return
      }
      case 'record':
        if (typeof cell === 'string' && UUID.test(cell)) draft.recordId = cell
        return
      case 'responses': {
        const list = readList(cell)
        if (list) takeResponses(list, draft)
        return
      }
      case 'status': {
        const status = textOf(cell) ?? undefined
        if (use.person === undefined) draft.status = status
        else personOf(draft, use.person).status = status
        return
      }
      case 'extra': {
        const extra = typeof cell === 'string' ? parseExact(cell) : cell
        if (isExactObject(extra)) draft.metadata = [...(draft.metadata ?? []), ...Object.entries(extra)]
        else if (extra !== undefined && extra !== null) throw new RowError(`“${source}” is not an object here.`)
        return
      }
      case 'nothing':
        return
    }
  }

  const takeResponses = (list: readonly Json[], draft: Draft): void => {
    const found = readResponses(list, [...questions.values()], target.users)
    draft.responses.push(...found.responses)
    draft.notes.push(...found.notes)
  }

  const build = (row: SourceRow, draft: Draft): RecordUpsert => {
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
    takeResponses(others, draft)
    const responses = responsesOf(draft, questions, target)
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
    return item
  }

  return (row) => {
    const draft = emptyDraft()
    try {
      for (const [index, { source, use }] of plan.columns.entries()) read(use, source, row.cells[index], draft)
      return { item: build(row, draft), notes: draft.notes }
    } catch (error) {
      if (error instanceof RowError) return { reason: error.message, why: error.why }
      throw error
    }
  }
}

function emptyDraft(): Draft {
  return {
    fields: [],
    metadata: undefined,
    externalId: undefined,
    recordId: undefined,
    suggestions: new Map(),
    answers: [],
    status: undefined,
    people: new Map(),
    responses: [],
    vectors: [],
    notes: [],
  }
}

function personOf(draft: Draft, username: string) {
  const known = draft.people.get(username) ?? { values: [] }
  draft.people.set(username, known)
  return known
}

function suggestionOf(draft: Draft, question: string): DraftSuggestion {
  const known = draft.suggestions.get(question) ?? {}
  draft.suggestions.set(question, known)
  return known
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
  questions: ReadonlyMap<string, QuestionCreate>,
  target: ImportTarget,
): UserResponse[] {
  const values: AnswersByName = Object.fromEntries(draft.answers)
  const given =
    draft.status === 'submitted' || draft.status === 'draft' || draft.status === 'discarded' ? draft.status : undefined
  if (draft.answers.length === 0 && given === undefined) return draft.responses
  const isWhole = [...questions.values()].every(({ name, required }) => !required || Object.hasOwn(values, name))
  const status = given ?? (isWhole ? 'submitted' : 'draft')
  const own: UserResponse = { user_id: target.userId, status, values: draft.answers.length > 0 ? values : null }
  return [own, ...draft.responses.filter(({ user_id }) => user_id !== target.userId)]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
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

/** A text without NUL characters, which PostgreSQL cannot store. */
function textOf(cell: Json): string | null {
  if (cell === null) return null
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}
