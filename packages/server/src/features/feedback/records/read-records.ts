import type { FeedbackRecord } from '@postil/contract/feedback/records'
import type { Json } from '@postil/contract/shapes'
import { wireTime } from '../../../db/clock'
import { isPostgres } from '../../../db/engines/is-postgres'
import type { Db, ResponseTable } from '../../../db/tables'
import { vectorNumbers } from '../../../db/vector-bytes'
import { lateJson, rawJson } from '../../../http/bodies/raw-json'
import { assertReadable, assertReplySize, fitting } from '../../../http/bodies/reply-size'
import type { StoredRecord } from '../common/stored-record'
import { doubtToWire } from '../doubts/doubts.wire'
import { resolutionToWire } from '../resolutions/resolutions.wire'
import { responseToWire } from '../responses/responses.wire'
import { suggestionToWire } from '../suggestions/suggestions.wire'
import { findSizes, type MeasuredParts, measuredParts } from './record-sizes'
import type { RecordView } from './record-view'
import { findRecords } from './records.store'
import {
  findDoubts,
  findResolutions,
  findResponses,
  findSubmitted,
  findSuggestions,
  findVectors,
  findWithSubmitted,
  type StoredVector,
} from './relations.store'

/** The records of one page, and how many of the requested ones fit on it. */
export interface RecordPage {
  records: { pk: number; record: FeedbackRecord }[]
  /** Less than the number requested when more would be too large. */
  fits: number
}

/**
 * On PostgreSQL, up to this many records are read in one round trip, by statements that return nothing when a page would be too large. With
 * more, measuring them in each statement would cost more than a round trip in which they are measured once.
 */
const FEW = 100

/**
 * Read records by `pk`, in the order given, up to the size limit of a page; deleted ones are left out. One statement for the records and
 * one for each relationship, all sent together.
 */
export async function readPage(db: Db, pks: readonly number[], view: RecordView): Promise<RecordPage> {
  if (pks.length === 0) return { records: [], fits: 0 }
  if (isPostgres(db) && pks.length <= FEW) {
    const records = await readAll(db, pks, view, measuredParts(view))
    if (records.length > 0) return { records, fits: pks.length }
  }
  const sizes = await findSizes(db, pks, view)
  const fits = fitting(pks.map((pk) => sizes.get(pk) ?? 0))
  const [first] = pks
  if (fits === 1 && first !== undefined) assertReplySize(sizes.get(first) ?? 0)
  return { records: await readAll(db, pks.slice(0, fits), view), fits }
}

async function readAll(
  db: Db,
  pks: readonly number[],
  view: RecordView,
  ifOnePage?: MeasuredParts,
): Promise<RecordPage['records']> {
  const [rows, relations] = await Promise.all([
    findWithSubmitted(db, pks, view.completion, ifOnePage),
    findRelations(db, pks, view, ifOnePage),
  ])
  const byPk = new Map(rows.map((row) => [row.pk, row]))
  const ordered = pks.flatMap((pk) => byPk.get(pk) ?? [])
  const completed = completedOf(ordered, view)
  const records = toWire(ordered, completed, relations, view)
  return ordered.flatMap(({ pk }, index) => {
    const record = records[index]
    return record ? [{ pk, record }] : []
  })
}

/** Throws `InvalidError` when records take more bytes than may be in memory at once. */
export async function assertReadableRecords(db: Db, pks: readonly number[], view: RecordView): Promise<void> {
  const sizes = await findSizes(db, pks, view)
  assertReadable([...sizes.values()].reduce((sum, size) => sum + size, 0))
}

/** Read records that this call has just written and whose size was checked, in the order given, as in replies. */
export async function readWritten(db: Db, pks: readonly number[], view: RecordView): Promise<FeedbackRecord[]> {
  if (pks.length === 0) return []
  return (await readAll(db, pks, view)).map(({ record }) => record)
}

/** A record by its id as in replies; undefined when it does not exist. */
export async function findRecordOnWire(
  db: Db,
  { id, dataset_id }: Pick<StoredRecord, 'id' | 'dataset_id'>,
  view: RecordView,
): Promise<FeedbackRecord | undefined> {
  const [row] = await findRecords(db, dataset_id, 'id', [id])
  return row && recordToWire(db, row, view)
}

/** One stored record as in replies. Throws `ShapeError` when it is too large together with everything requested with it. */
export async function recordToWire(db: Db, row: StoredRecord, view: RecordView): Promise<FeedbackRecord> {
  const sizes = await findSizes(db, [row.pk], view)
  assertReplySize(sizes.get(row.pk) ?? 0)
  const [record] = await recordsToWire(db, [row], view)
  if (!record) throw new Error('One record in, none out.')
  return record
}

/** Stored records as in replies. */
export async function recordsToWire(
  db: Db,
  rows: readonly StoredRecord[],
  view: RecordView,
): Promise<FeedbackRecord[]> {
  const pks = rows.map(({ pk }) => pk)
  const [counts, relations] = await Promise.all([findSubmitted(db, pks, view.completion), findRelations(db, pks, view)])
  return toWire(rows, completedOf(counts, view), relations, view)
}

function completedOf(
  counts: readonly { pk: number; submitted: number }[],
  { completion: { minSubmitted } }: RecordView,
): Set<number> {
  const least = Math.max(1, minSubmitted)
  return new Set(counts.filter(({ submitted }) => submitted >= least).map(({ pk }) => pk))
}

type Relations = Awaited<ReturnType<typeof findRelations>>

/** The rows of the requested relationships of records. */
async function findRelations(db: Db, pks: readonly number[], view: RecordView, ifOnePage?: MeasuredParts) {
  const [responses, suggestions, resolutions, doubts, vectors] = await Promise.all([
    view.responses === 'none'
      ? new Map<number, ResponseTable[]>()
      : view.responses && findResponses(db, pks, view.responses, ifOnePage),
    view.suggestions ? findSuggestions(db, pks, ifOnePage) : undefined,
    view.resolutions && findResolutions(db, pks, view.resolutions, ifOnePage),
    view.doubts && findDoubts(db, pks, view.doubts, ifOnePage),
    view.vectors && findVectors(db, pks, view.vectors, ifOnePage),
  ])
  return { responses, suggestions, resolutions, doubts, vectors }
}

function toWire(
  rows: readonly StoredRecord[],
  completed: ReadonlySet<number>,
  { responses, suggestions, resolutions, doubts, vectors }: Relations,
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
    ...(resolutions && { resolutions: (resolutions.get(row.pk) ?? []).map(resolutionToWire) }),
    ...(doubts && { doubts: (doubts.get(row.pk) ?? []).map(doubtToWire) }),
    ...(vectors && { vectors: vectorsToWire(vectors.get(row.pk) ?? []) }),
    dataset_id: row.dataset_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }))
}

function vectorsToWire(vectors: readonly StoredVector[]): Json {
  return Object.fromEntries(
    vectors.map(({ name, value, dimensions }) => [name, lateJson(() => [...vectorNumbers(value, dimensions)])]),
  )
}
