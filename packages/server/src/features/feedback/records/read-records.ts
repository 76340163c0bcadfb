import type { FeedbackRecord } from '@postil/contract/feedback/records'
import type { Json } from '@postil/contract/shapes'
import { wireTime } from '../../../db/clock'
import type { Db, ResponseTable } from '../../../db/tables'
import { rawJson } from '../../../http/raw-json'
import { responseToWire } from '../responses/responses.wire'
import { suggestionToWire } from '../suggestions/suggestions.wire'
import type { ShowMetadata } from './hidden-metadata'
import { findCompleted, findResponses, findSuggestions, findVectors, findWithSubmitted } from './relations.store'
import type { StoredRecord } from './stored-record'

/** What to answer with each record. */
export interface RecordView {
  /** Whose responses: nobody's, one user's, everybody's; or none, where it is known that there are none. */
  responses?: { userId?: string } | 'none'
  suggestions?: boolean
  vectors?: 'all' | readonly string[]
  showMetadata: ShowMetadata
  /** Submitted responses that complete a record of this dataset. */
  minSubmitted: number
}

/** Records by `pk`, in the order given, as they are answered: one query for the records and one for each relationship, all at once. */
export async function readRecords(db: Db, pks: readonly number[], view: RecordView): Promise<FeedbackRecord[]> {
  return (await readRecordsByPk(db, pks, view)).map(({ record }) => record)
}

/** The same, each with its `pk`; records that are gone by now are left out. */
export async function readRecordsByPk(
  db: Db,
  pks: readonly number[],
  view: RecordView,
): Promise<{ pk: number; record: FeedbackRecord }[]> {
  if (pks.length === 0) return []
  const [rows, relations] = await Promise.all([findWithSubmitted(db, pks), findRelations(db, pks, view)])
  const byPk = new Map(rows.map((row) => [Number(row.pk), { ...row, pk: Number(row.pk) }]))
  const ordered = pks.flatMap((pk) => byPk.get(pk) ?? [])
  const isCompleted = ({ submitted }: { submitted: number | null }) =>
    Number(submitted) >= Math.max(1, view.minSubmitted)
  const completed = new Set(ordered.filter(isCompleted).map(({ pk }) => pk))
  const records = toWire(ordered, completed, relations, view)
  return ordered.flatMap(({ pk }, index) => {
    const record = records[index]
    return record ? [{ pk, record }] : []
  })
}

/** Stored records as they are answered. */
export async function recordsToWire(
  db: Db,
  rows: readonly StoredRecord[],
  view: RecordView,
): Promise<FeedbackRecord[]> {
  const pks = rows.map(({ pk }) => pk)
  const [completed, relations] = await Promise.all([
    findCompleted(db, pks, view.minSubmitted),
    findRelations(db, pks, view),
  ])
  return toWire(rows, completed, relations, view)
}

type Relations = Awaited<ReturnType<typeof findRelations>>

/** What belongs to records and is asked for with them. */
async function findRelations(db: Db, pks: readonly number[], view: RecordView) {
  const [responses, suggestions, vectors] = await Promise.all([
    view.responses === 'none'
      ? new Map<number, ResponseTable[]>()
      : view.responses && findResponses(db, pks, view.responses),
    view.suggestions ? findSuggestions(db, pks) : undefined,
    view.vectors && findVectors(db, pks, view.vectors),
  ])
  return { responses, suggestions, vectors }
}

function toWire(
  rows: readonly StoredRecord[],
  completed: ReadonlySet<number>,
  { responses, suggestions, vectors }: Relations,
  view: RecordView,
): FeedbackRecord[] {
  return rows.map((row) => ({
    id: row.id,
    status: completed.has(row.pk) ? 'completed' : 'pending',
    fields: rawJson(row.fields),
    metadata: row.metadata === null ? null : rawJson(view.showMetadata(row.metadata)),
    external_id: row.external_id,
    ...(responses && { responses: (responses.get(row.pk) ?? []).map(responseToWire) }),
    ...(suggestions && { suggestions: (suggestions.get(row.pk) ?? []).map(suggestionToWire) }),
    ...(vectors && { vectors: vectorsToWire(vectors.get(row.pk) ?? []) }),
    dataset_id: row.dataset_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }))
}

function vectorsToWire(vectors: readonly { name: string; value: Float64Array | Float32Array }[]): Json {
  return Object.fromEntries(vectors.map(({ name, value }) => [name, Array.from(value)]))
}
