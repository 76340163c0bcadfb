import { LIMITS } from '@postil/contract/limits'
import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { RecordMetrics, StoredVector, WritableDocument } from '@postil/domain/task-records/document'
import type { Db, Tx } from '../../../db/tables'
import type { TaskFieldType } from '../../../db/task-tables'
import { fitting } from '../../../http/bodies/reply-size'
import { badRequest } from '../../../wire/classic-errors'
import { parseDocument, writableDocument } from '../exact-metadata'
import { insertVectorNames, selectFields, selectVectorNames } from './fields.store'
import { type RecordRow, selectRecords, selectSizes, selectVectors } from './records.store'

export { selectKeys, selectRecords } from './records.store'

/** The parts of a stored record. */
export interface StoredRecord {
  key: string
  document: WritableDocument
  metrics: RecordMetrics
  vectors?: Record<string, StoredVector>
}

/** The searchable paths of a dataset, and its vectors with their dimensions. */
export async function findDatasetFields(
  db: Db,
  datasetId: string,
): Promise<{ fields: Map<string, TaskFieldType>; vectors: Map<string, number> }> {
  const [fields, vectors] = await Promise.all([selectFields(db, datasetId), selectVectorNames(db, datasetId)])
  return { fields, vectors }
}

export interface LoadOptions {
  vectors: boolean
}

/** The records of one page, and how many of the requested keys fit on it. */
export interface LoadedPage {
  records: StoredRecord[]
  /** Less than the number of keys when more records would be too large. */
  fits: number
}

/** Read records in the order of the keys, up to the size limit of a page; deleted ones are skipped. */
export async function loadPage(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  options: LoadOptions,
): Promise<LoadedPage> {
  // Nearly always all records are smaller than their share of a page: one statement reads them.
  const bytes = Math.floor(LIMITS.pageBytes / keys.length)
  const small = await selectRecords(db, datasetId, keys, { bytes, ...options })
  const sizes = small.size < keys.length ? await selectSizes(db, datasetId, keys, options) : undefined
  // Of the others none is there: they were deleted meanwhile.
  if (!sizes || sizes.size <= small.size)
    return { records: await withVectors(db, datasetId, keys, small, options), fits: keys.length }
  const fits = fitting(keys.map((key) => sizes.get(key) ?? 0))
  return { records: await loadRecords(db, datasetId, keys.slice(0, fits), options), fits }
}

/** Read records in the order of the keys; deleted ones are skipped. */
export async function loadRecords(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  options: LoadOptions,
): Promise<StoredRecord[]> {
  return withVectors(db, datasetId, keys, await selectRecords(db, datasetId, keys), options)
}

async function withVectors(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  rows: ReadonlyMap<string, RecordRow>,
  { vectors }: LoadOptions,
): Promise<StoredRecord[]> {
  const vectorsByKey = vectors ? await selectVectors(db, datasetId, keys) : undefined
  return keys.flatMap((key) => {
    const row = rows.get(key)
    if (!row) return []
    return [
      {
        key,
        document: writableDocument(parseDocument(row.document)),
        metrics: JSON.parse(row.metrics),
        vectors: vectorsByKey?.get(key),
      },
    ]
  })
}

/**
 * Declare names and dimensions of vectors before any is logged. Throws 400 for too many names, and when the dimensions of a name differ.
 */
export async function reserveVectors(
  tx: Tx,
  datasetId: string,
  vectors: Record<string, number | { dim: number }>,
): Promise<void> {
  const known = await selectVectorNames(tx, datasetId)
  const added = new Map<string, number>()
  for (const [name, size] of Object.entries(vectors)) {
    const dimensions = typeof size === 'number' ? size : size.dim
    const before = known.get(name)
    if (before !== undefined && before !== dimensions)
      throw badRequest(`The vector ${name} has ${before} dimensions already`)
    if (before === undefined) added.set(name, dimensions)
  }
  if (added.size > 0 && known.size + added.size > TASK_LIMITS.vectorNames)
    throw badRequest(`Cannot create more than ${TASK_LIMITS.vectorNames} kind of vectors per dataset`)
  await insertVectorNames(tx, datasetId, added)
}
