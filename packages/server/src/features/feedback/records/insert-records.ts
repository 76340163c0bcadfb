import { randomUUID } from 'node:crypto'
import type { RecordCreate, RecordUpsert } from '@postil/contract/feedback/records'
import type { Route } from '@postil/contract/route'
import { metadataTerms } from '@postil/domain/records/metadata-terms'
import { metadataText } from '@postil/domain/records/metadata-text'
import { nowMicros } from '../../../db/clock'
import { insertRows } from '../../../db/insert-rows'
import type { RecordTable, RecordTermTable, Tx } from '../../../db/tables'
import { gather } from '../../../http/bodies/large-work'
import type { BeforeWrite, CallBase } from '../../../http/calls/handle'
import { type AfterCommit, indexNewWords } from '../../../search/text/index-words'
import type { DatasetRules } from '../common/dataset-rules'
import type { StoredRecord } from '../common/stored-record'
import { enqueueLexicalVectors } from '../lexical-vectors/fill-vectors'
import { saveResponses } from '../responses/save-responses'
import { saveSuggestions } from '../suggestions/save-suggestions'
import { insertRecords } from './records.store'
import type { VectorsToSave } from './save-vectors'
import { type FieldTexts, type StagedRecords, stageRecords } from './stage-records'

/** What a large call has prepared before its transaction, for writing new records. */
export interface Writing {
  afterCommit: AfterCommit
  /** The fields of large calls, already serialized for the store. */
  fieldTexts: FieldTexts
  /** New records of large calls, already written to the store. */
  staged?: StagedRecords | undefined
}

/**
 * Do what can be done before the transaction: serialize the fields of records for the store, which for a large call takes as long as several
 * transactions, and write the new records of such a call.
 */
export async function writeAhead(
  items: readonly RecordUpsert[],
  before: BeforeWrite | undefined,
): Promise<Omit<Writing, 'afterCommit'>> {
  function* texts(): Generator<[unknown, string]> {
    for (const { fields } of items) if (fields) yield [fields, JSON.stringify(fields)]
  }
  const fieldTexts = new Map(await gather(texts()))
  return { fieldTexts, staged: before && (await stageRecords(before, items, fieldTexts)) }
}

/** Insert validated records with everything that belongs to them, except for their vectors. */
export async function insertNewRecords(
  tx: Tx,
  rules: DatasetRules,
  items: readonly RecordCreate[],
  { afterCommit, fieldTexts, staged }: Writing,
): Promise<StoredRecord[]> {
  if (items.length === 0) return []
  const { datasetId, metadata } = rules
  const published: ReadonlyMap<unknown, StoredRecord> = (await staged?.publish(tx, rules, items)) ?? new Map()
  if (staged) afterCommit(async () => staged.noteCommit())
  const others = items.filter(({ fields }) => !published.has(fields))
  const rows = others.map((item): RecordTable => {
    const now = nowMicros()
    return {
      id: randomUUID(),
      dataset_id: datasetId,
      external_id: item.external_id ?? null,
      fields: fieldTexts.get(item.fields) ?? JSON.stringify(item.fields),
      metadata: item.metadata ? metadataText(metadata.properties, item.metadata) : null,
      inserted_at: now,
      updated_at: now,
    }
  })
  const inserted = (await insertRecords(tx, rows))[Symbol.iterator]()
  const records = items.flatMap((item) => published.get(item.fields) ?? inserted.next().value ?? [])
  await indexNewWords(
    tx,
    datasetId,
    paired(records, items, ({ pk }, { fields }) => [{ pk, fields }]),
    afterCommit,
  )
  await insertRows(
    tx,
    'record_terms',
    paired(records, items, (record, item) => recordTerms(datasetId, record.pk, item.metadata)),
  )
  const suggestions = paired(records, items, ({ pk }, item) =>
    (item.suggestions ?? []).map((suggestion) => ({ recordPk: pk, suggestion })),
  )
  await saveSuggestions(tx, rules, suggestions, { isNew: true })
  const responses = paired(records, items, (record, item) =>
    (item.responses ?? []).map((response) => ({
      record,
      userId: response.user_id,
      response,
      questions: rules.questions,
    })),
  )
  await saveResponses(tx, responses, { isNew: true })
  return records
}

interface Arrival extends Pick<CallBase<Route>, 'later'> {
  tx: Tx
  found(kind: 'dataset'): { id: string }
}

/** Work to do after records were added; the reply does not wait for it. */
export async function followUp({ tx, found, later }: Arrival): Promise<void> {
  if (await enqueueLexicalVectors(tx, found('dataset').id)) later({ work: 'runJobs' })
}

/** The vectors that are sent with records. */
export function vectorsOf(
  records: readonly { pk: number }[],
  items: readonly Pick<RecordCreate, 'vectors'>[],
): VectorsToSave[] {
  return paired(records, items, ({ pk }, { vectors }) => (vectors ? [{ recordPk: pk, vectors }] : []))
}

/** The index rows by which filters find a record by its metadata. */
export function recordTerms(
  datasetId: string,
  recordPk: number,
  metadata: RecordCreate['metadata'],
): RecordTermTable[] {
  if (!metadata) return []
  return metadataTerms(metadata).map((term) => ({ dataset_id: datasetId, record_pk: recordPk, ...term }))
}

/** Collect what `each` returns for each record and its item into one list. */
function paired<Record, Item, Out>(
  records: readonly Record[],
  items: readonly Item[],
  each: (record: Record, item: Item) => Out[],
): Out[] {
  return records.flatMap((record, index) => {
    const item = items[index]
    return item === undefined ? [] : each(record, item)
  })
}

/** The users named by responses that are sent with records. */
export function namedUsers(items: readonly Pick<RecordCreate, 'responses'>[]): string[] {
  return items.flatMap(({ responses }) => responses?.map(({ user_id }) => user_id) ?? [])
}
