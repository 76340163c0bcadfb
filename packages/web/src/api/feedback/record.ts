import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { FeedbackRecord } from '@postil/contract/feedback/records'
import type { Response, ResponseStatus } from '@postil/contract/feedback/responses'
import type { Json } from '@postil/contract/shapes'
import { isPlainObject } from '@postil/domain/is-object'
import type { ResponseVersion } from '@postil/domain/outbox/entry'

/** The user's own response to a record. */
export interface RecordResponse {
  id: string | null
  status: ResponseStatus
  values: AnswersByName
  /** UTC without a zone, as the API sends it */
  updatedAt: string
  /** `updatedAt` of the server's response that this one, still being sent, replaces. */
  basedOn?: string | undefined
}

/** What an agent proposes as the answer to one question. */
export interface RecordSuggestion {
  id: string
  questionId: string
  value: AnswerValue
  /** 0–1, for list values one number each */
  score: number | readonly number[] | null
  agent: string | null
}

/** A record as the annotation view shows it. */
export interface AnnotationRecord {
  id: string
  datasetId: string
  externalId: string | null
  /** Texts by field name; null and absent ones are not shown. */
  fields: Readonly<Record<string, string | null>>
  metadata: Readonly<Record<string, Json>> | null
  response: RecordResponse | undefined
  suggestions: readonly RecordSuggestion[]
  /** Decisions of a lead where answers differed; present once the user has submitted. */
  resolutions?: FeedbackRecord['resolutions']
  /** It has all the answers that the dataset asks for. */
  isCompleted?: boolean
  /** Names of its vectors; lists leave them out, so that only a record fetched by itself has them. */
  vectors?: readonly string[] | undefined
  /** Similarity or relevance, when the list was a search. */
  score: number | null
  insertedAt: string
  updatedAt: string
}

/** Convert a record of the API. @param score - its `query_score`, if any */
export function toRecord(wire: FeedbackRecord, score: number | null = null): AnnotationRecord {
  const [own] = wire.responses ?? []
  return {
    id: wire.id,
    datasetId: wire.dataset_id,
    externalId: wire.external_id,
    fields: textsOf(wire.fields),
    metadata: isPlainObject(wire.metadata) ? wire.metadata : null,
    response: own && toResponse(own),
    suggestions: (wire.suggestions ?? []).flatMap((suggestion) => {
      const value = toAnswerValue(suggestion.value)
      if (value === undefined) return []
      const { id, question_id: questionId, agent } = suggestion
      return [{ id, questionId, value, agent, score: toScore(suggestion.score) }]
    }),
    resolutions: wire.resolutions,
    isCompleted: wire.status === 'completed',
    vectors: isPlainObject(wire.vectors) ? Object.keys(wire.vectors) : undefined,
    score,
    insertedAt: wire.inserted_at,
    updatedAt: wire.updated_at,
  }
}

/** Convert a response of the API. */
export function toResponse(wire: Response): RecordResponse {
  const entries = isPlainObject(wire.values)
    ? Object.entries(wire.values).flatMap(([name, given]): [string, { value: AnswerValue }][] => {
        const value = isPlainObject(given) ? toAnswerValue(given.value) : undefined
        return value === undefined ? [] : [[name, { value }]]
      })
    : []
  return { id: wire.id, status: wire.status, values: Object.fromEntries(entries), updatedAt: wire.updated_at }
}

/** `updatedAt` of the server's response that the user has seen, also below an unsent answer of theirs; null when there is none. */
export function versionOf(response: RecordResponse | undefined): ResponseVersion | null {
  if (!response || response.id === null) return null
  return { id: response.id, updatedAt: response.basedOn ?? response.updatedAt }
}

function textsOf(fields: Json): Record<string, string | null> {
  if (!isPlainObject(fields)) return {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, typeof text === 'string' ? text : null]),
  )
}

/** The server validates every stored value, so the first item tells the type of a list. */
function toAnswerValue(value: Json | undefined): AnswerValue | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (!Array.isArray(value)) return undefined
  const labels = value.filter((item) => typeof item === 'string')
  if (labels.length > 0) return labels
  const spans = value.flatMap((item) => {
    if (!isPlainObject(item)) return []
    const { label, start, end } = item
    return typeof label === 'string' && typeof start === 'number' && typeof end === 'number'
      ? [{ label, start, end }]
      : []
  })
  if (spans.length > 0) return spans
  return value.flatMap((item) => {
    if (!isPlainObject(item) || typeof item.value !== 'string') return []
    return [{ value: item.value, rank: typeof item.rank === 'number' ? item.rank : null }]
  })
}

function toScore(score: Json): number | number[] | null {
  if (typeof score === 'number') return score
  return Array.isArray(score) ? score.filter((one) => typeof one === 'number') : null
}
