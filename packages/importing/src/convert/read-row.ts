import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { ExactJson, Json } from '@postil/contract/shapes'
import { isAgent } from '../guess/guess-agent'
import { type ColumnUse, type ImportPlan, schemaOf } from '../plan/plan'
import { isExactObject } from '../read/flatten'
import { parseExact, readList, readNumber, readVector } from '../read/read-cell'
import type { Cell, SourceRow } from '../read/source-row'
import { unprotect } from './protect'
import { readAnswer } from './read-answer'
import { readMetadata } from './read-metadata'

/** Why a row was skipped: its id is repeated, a required text is empty, or another error. */
export type LeftOut = 'repeated' | 'empty' | 'other'

/** A row that cannot become a record; the message is for the user. */
export class RowError extends Error {
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

/** What the cells of a row say, before it is known whether they make a record. */
export interface Draft {
  fields: [string, string | null][]
  metadata: [string, ExactJson][] | undefined
  externalId: string | undefined
  recordId: string | undefined
  suggestions: Map<string, DraftSuggestion>
  answers: [string, { value: AnswerValue }][]
  status: string | undefined
  /** Answers and status of others, by username. */
  people: Map<string, { status?: string; values: [string, Json][] }>
  /** Responses as an export lists them. */
  responses: Json[]
  vectors: [string, number[]][]
}

/** Create the function that reads the cells of a row by what their columns are used for. It throws a `RowError`. */
export function createRowReader(plan: ImportPlan): (row: SourceRow) => Draft {
  const schema = schemaOf(plan)
  const questions = new Map(schema.questions.map((question) => [question.name, question]))
  const isExact = plan.encoding !== 'foreign'

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
        if (list) draft.responses.push(...list)
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

  return (row) => {
    const draft = emptyDraft()
    for (const [index, { source, use }] of plan.columns.entries()) read(use, source, row.cells[index], draft)
    return draft
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A text without NUL characters, which PostgreSQL cannot store. */
function textOf(cell: Json): string | null {
  if (cell === null) return null
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}
