import type { DeletedRecord } from '@postil/contract/deletions'
import type { FieldValues } from '@postil/contract/feedback/record-parts'
import type { Db } from '../../db/tables'
import type { DeletionEvent, DeletionRow } from '../../events/deletion-events'
import { unpack } from '../../events/packed'
import { selectKeys } from '../task/records/records.service'

/** Code points of a text that are shown. */
const SHOWN = 200

/** The records of the event of a deletion, with the beginnings of their texts. */
export async function describeEvent(
  db: Db,
  { task, dataset_id }: DeletionRow,
  event: DeletionEvent,
): Promise<DeletedRecord[]> {
  return task === null ? [describeRecord(event)] : describeTaskRecords(db, dataset_id, event)
}

function describeRecord({ subject_id, before, is_deleted }: DeletionEvent): DeletedRecord {
  const { external_id, fields, responses }: { external_id: string | null; fields: string; responses: unknown[] } =
    JSON.parse(before)
  const values: FieldValues = JSON.parse(fields)
  const text = Object.values(values).find((value) => value) ?? ''
  return { id: subject_id, external_id, text: beginning(text), responses: responses.length, is_deleted }
}

/** In events of older versions the records are missing. */
async function describeTaskRecords(db: Db, datasetId: string, { before }: DeletionEvent): Promise<DeletedRecord[]> {
  const { keys, records }: { keys: string[]; records?: string } = JSON.parse(before)
  const present = await selectKeys(db, datasetId, keys)
  const texts = new Map<string, { text: string; annotation?: object }>()
  for (const line of records === undefined ? [] : await unpack(records)) {
    const { key, document } = JSON.parse(line)
    texts.set(key, document)
  }
  return keys.map((id) => {
    const { text = '', annotation } = texts.get(id) ?? {}
    const responses = annotation ? 1 : 0
    return { id, external_id: null, text: beginning(text), responses, is_deleted: texts.has(id) && !present.has(id) }
  })
}

function beginning(text: string): string {
  return [...text.slice(0, 2 * SHOWN)].slice(0, SHOWN).join('')
}
