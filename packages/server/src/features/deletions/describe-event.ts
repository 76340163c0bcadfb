import type { DeletedRecord } from '@postil/contract/deletions'
import type { FieldValues } from '@postil/contract/feedback/record-parts'
import type { Db } from '../../db/tables'
import type { DeletionEvent, DeletionRow } from '../../events/deletion-events'
import { unpack, unpackFirst } from '../../events/packed'
import { selectKeys } from '../task/records/records.service'
import { type Beginning, selectBeginnings } from './deletions.store'

/** Code points of a text that are shown. */
const SHOWN = 200
/**
 * Characters that are read of packed classic records for a sample, a multiple of 4: enough for a record with some 200 kB of text, and few
 * enough for a list of deletions.
 */
const SAMPLE_CHARACTERS = 128 * 1024

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
  return { id: subject_id, external_id, text: firstText(fields), responses: responses.length, is_deleted }
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

/** For each deletion, by its first event, the beginning of the text of one of its records; empty if the record is very long. */
export async function readSamples(db: Db, rows: readonly DeletionRow[]): Promise<Map<number, string>> {
  const firsts = rows.map(({ first }) => first)
  const events = [...(await selectBeginnings(db, firsts, SAMPLE_CHARACTERS))]
  return new Map(await Promise.all(events.map(async ([seq, event]) => [seq, await sampleOf(event)] as const)))
}

async function sampleOf({ fields, records }: Beginning): Promise<string> {
  if (fields !== null) return firstText(fields)
  const line =
    records === null ? undefined : await unpackFirst(records, { isWhole: records.length < SAMPLE_CHARACTERS })
  return line === undefined ? '' : beginning(JSON.parse(line).document.text ?? '')
}

/** The beginning of the first text in the fields of a feedback record. */
function firstText(fields: string): string {
  const values: FieldValues = JSON.parse(fields)
  return beginning(Object.values(values).find((value) => value) ?? '')
}

function beginning(text: string): string {
  return [...text.slice(0, 2 * SHOWN)].slice(0, SHOWN).join('')
}
