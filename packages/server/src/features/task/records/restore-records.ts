import { findForeignLabel, labelsOf } from '@postil/domain/labels/label-schema'
import { relabelDocument, type StoredDocument } from '@postil/domain/options/relabel-document'
import { exactJsonText, parseExactJson } from '@postil/domain/wire/exact-json'
import { sql } from 'kysely'
import type { SessionUser } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import { jsonNumber } from '../../../db/engines/engine-sql'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import {
  type DeletionEvent,
  type DeletionRow,
  type RestoredRecords,
  selectDeletionEvents,
} from '../../../events/deletion-events'
import { unpack } from '../../../events/packed'
import { selectRenamings } from '../../options/option-changes.service'
import { nextVersion } from '../datasets/next-version'
import { enqueueSealing } from '../segments/segments.service'
import { findSettings } from '../settings/settings.service'
import { flagOf } from './batch'
import { type Done, doneAsStored } from './done'
import { CHANGE_KINDS, logChanges } from './log-changes'
import { selectKeys, selectMultiLabel, upsertRecords, upsertVectors } from './records.store'

/** A record as the event of its deletion has it (`DeletedTaskRecord`). */
interface LoggedRecord extends StoredDocument {
  key: string
  vectors: { name: string; value: string; extra: object }[]
  /** Missing in older events. */
  done?: Done
}

/**
 * Restore the classic records of one event, in one transaction.
 *
 * @param wanted - only those with these keys; all if undefined
 */
export async function restoreTaskRecords(
  engine: Engine,
  user: SessionUser,
  row: DeletionRow,
  event: DeletionEvent | undefined,
  wanted: ReadonlySet<string> | undefined,
): Promise<RestoredRecords> {
  const { keys, records }: { keys?: string[]; records?: string } = JSON.parse(event?.before ?? '{}')
  const lines = records === undefined ? [] : await unpack(records)
  // Records that were changed while the deletion was under way are packed, but were not deleted.
  const deleted = new Set(keys)
  const given = lines.map((line) => parseExactJson(line) as LoggedRecord).filter(({ key }) => deleted.has(key))
  const some = wanted ? given.filter(({ key }) => wanted.has(key)) : given
  if (!event || some.length === 0) return { restored: 0, settled: [], refused: [], left_out: [] }
  return engine.transaction((tx) => restore(tx, user, row, event, some), { isBulk: true })
}

async function restore(
  tx: Tx,
  user: SessionUser,
  { dataset_id: datasetId, last }: DeletionRow,
  { seq, at }: DeletionEvent,
  given: readonly LoggedRecord[],
): Promise<RestoredRecords> {
  const version = await nextVersion(tx, datasetId)
  const keys = given.map(({ key }) => key)
  const present = await selectKeys(tx, datasetId, keys)
  // Of a record deleted twice, the latest content was restored first.
  const restoredBefore = await selectRestoredKeys(tx, datasetId, present, { from: seq, to: last, at })
  const settings = await findSettings(tx, datasetId)
  const flag = await selectMultiLabel(tx, datasetId)
  const renamings = (await selectRenamings(tx, datasetId, at)).filter(({ questionId }) => questionId === null)
  const refused: RestoredRecords['refused'] = []
  const records = given.flatMap((record) => {
    const { key } = record
    if (present.has(key) && restoredBefore.has(key)) return []
    const now = renamings.reduce(
      (stored: StoredDocument, renaming) => relabelDocument(stored, renaming) ?? stored,
      record,
    )
    const foreign = findForeignLabel(settings, labelsOf(now.document))
    const message = present.has(key)
      ? 'There is another record with its id now.'
      : flag !== undefined && flagOf(now.document) !== flag
        ? 'The other records of the dataset have one label each and this one may have several, or the other way round.'
        : foreign !== undefined && `Its label “${foreign}” is no longer in the label schema.`
    if (message) refused.push({ id: key, message })
    return message ? [] : [{ ...now, key, vectors: record.vectors, done: record.done, deleted: record.document }]
  })
  await upsertRecords(
    tx,
    records.map(({ key, document, derived, metrics, done }) => ({
      dataset_id: datasetId,
      key,
      document: exactJsonText(document),
      derived: JSON.stringify(derived),
      metrics: JSON.stringify(metrics),
      multi_label: flagOf(document),
      version,
      ...(done ?? doneAsStored(document)),
    })),
  )
  await upsertVectors(
    tx,
    records.flatMap(({ key, vectors }) =>
      vectors.map(({ name, value, extra }) => ({
        ...{ dataset_id: datasetId, key, name, extra: JSON.stringify(extra) },
        value: Buffer.from(value, 'base64'),
      })),
    ),
  )
  const after = { deletion: seq, keys: records.map(({ key }) => key) }
  if (records.length > 0) {
    await enqueueSealing(tx, datasetId, records.length)
    await logEvent(tx, { kind: 'task_records.restore', ...aboutDataset(user, { id: datasetId }), after })
    const changes = records.map(({ deleted, document }) => ({ before: deleted, after: document, deletion: seq }))
    await logChanges(tx, user, datasetId, 'task_record.restore', changes)
  }
  return { restored: records.length, settled: keys, refused, left_out: [] }
}

/** Migration since when the restoration of each record has an event of its own. */
const OWN_EVENTS = '0039-classic-history'

/** Which of some records were restored from the events `from` to `to` of a deletion, which began at a time (µs). */
async function selectRestoredKeys(
  db: Db,
  datasetId: string,
  keys: ReadonlySet<string>,
  { from, to, at }: { from: number; to: number; at: number },
): Promise<Set<string>> {
  if (keys.size === 0) return new Set()
  const rows = await restorationsOf(db, datasetId, [...keys], { from, to })
    .select('record_id')
    .execute()
  const restored = new Set(rows.flatMap(({ record_id }) => record_id ?? []))
  if (restored.size === keys.size) return restored
  const older = await selectDeletionEvents(db, datasetId, at)
    .where('kind', '=', 'task_records.restore')
    .where('at', '<', sql<number>`(select applied_at from migrations where name = ${OWN_EVENTS})`)
    .where(isFrom(db, { from, to }))
    .select('after')
    .execute()
  for (const { after } of older) for (const key of JSON.parse(after ?? '{}').keys ?? []) restored.add(key)
  return restored
}

/** The restorations of some records from the events `from` to `to` of a deletion, each of which has an event of its own. */
export function restorationsOf(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  events: { from: number; to: number },
) {
  return db
    .selectFrom('events')
    .where('dataset_id', '=', datasetId)
    .where(CHANGE_KINDS)
    .where('kind', '=', 'task_record.restore')
    .where('record_id', 'in', keys)
    .where('seq', '>', events.from)
    .where(isFrom(db, events))
}

function isFrom(db: Db, { from, to }: { from: number; to: number }) {
  return sql<boolean>`${jsonNumber(db, sql.ref('after'), 'deletion')} between ${from} and ${to}`
}
