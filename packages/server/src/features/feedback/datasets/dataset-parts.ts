import { randomUUID } from 'node:crypto'
import type { SessionUser } from '../../../context'
import { changedColumns, isUnchanged } from '../../../db/changed-columns'
import { nowMicros } from '../../../db/clock'
import { about, logEvent } from '../../../db/events'
import { findsAny } from '../../../db/finds-any'
import type { Db, FieldTable, MetadataPropertyTable, QuestionTable, Tx, VectorsSettingsTable } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { writeJson } from '../../../http/bodies/raw-json'

/** Fields, questions, metadata properties and vectors settings, by their names in events: rows of one dataset, with unique names in it. */
const PARTS = {
  field: { table: 'fields', title: 'Field' },
  question: { table: 'questions', title: 'Question' },
  metadata_property: { table: 'metadata_properties', title: 'Metadata property' },
  vectors_settings: { table: 'vectors_settings', title: 'Vector settings' },
} as const
type PartKind = keyof typeof PARTS
type PartRow = FieldTable | QuestionTable | MetadataPropertyTable | VectorsSettingsTable

/** The common columns of a new part. */
export function newPart(datasetId: string) {
  const now = nowMicros()
  return { id: randomUUID(), dataset_id: datasetId, inserted_at: now, updated_at: now }
}

/**
 * Change columns of a part; undefined ones stay as they are. Nothing is written when none of them differs. Returns the new row.
 *
 * @param toWire - the part as the event shows it
 */
export async function changePart<Row extends PartRow, Key extends keyof Row>(
  tx: Tx,
  user: SessionUser,
  kind: PartKind,
  before: Row,
  wanted: { [K in Key]: Row[K] | undefined },
  toWire: (row: Row) => object,
): Promise<Row> {
  const changed = changedColumns(before, wanted)
  if (isUnchanged(changed)) return before
  const columns = { ...changed, updated_at: nowMicros() }
  await tx.updateTable(PARTS[kind].table).set(columns).where('id', '=', before.id).execute()
  const after = { ...before, ...columns }
  await logEvent(tx, {
    ...about(user, before),
    kind: `${kind}.update`,
    before: writeJson(toWire(before)),
    after: writeJson(toWire(after)),
  })
  return after
}

/** Throws `ConflictError` when the dataset has a part of this kind and name. The caller has locked the dataset. */
export async function assertPartNameFree(db: Db, kind: PartKind, datasetId: string, name: string): Promise<void> {
  const { table, title } = PARTS[kind]
  if (await findsAny(db.selectFrom(table).select('id').where('dataset_id', '=', datasetId).where('name', '=', name)))
    throw new ConflictError(`${title} with name \`${name}\` already exists for dataset with id \`${datasetId}\``)
}
