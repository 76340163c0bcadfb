import { randomUUID } from 'node:crypto'
import type { RecordCreate, RecordUpsert } from '@postil/contract/feedback/records'
import { metadataTerms } from '@postil/domain/records/metadata-terms'
import { metadataText } from '@postil/domain/records/metadata-text'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { lockDataset } from '../../../db/engines/lock-records'
import { aboutDataset, logEvent } from '../../../db/events'
import { insertRows } from '../../../db/insert-rows'
import type { DatasetTable, RecordTable, RecordTermTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { gather } from '../../../http/bodies/large-work'
import { type AfterCommit, indexNewWords } from '../../../search/text/index-words'
import { BULK_WORDS, LIST_WORDS } from '../../../wire/record-wording'
import { type DatasetRules, loadDatasetRules } from '../common/dataset-rules'
import { fieldTextOf } from '../common/field-text'
import { findAuthors } from '../common/find-authors'
import type { StoredRecord } from '../common/stored-record'
import { updateStats } from '../datasets/dataset-stats'
import { saveResponses } from '../responses/save-responses'
import { saveSuggestions } from '../suggestions/save-suggestions'
import { assertRecords } from './check-records'
import { findExternalIds, insertRecords } from './records.store'
import { saveVectors, type VectorsToSave } from './save-vectors'
import type { FieldTexts, StagedRecords } from './stage-records'

/** Which route is served: both have the same rules, but different messages. */
export type RouteWords = 'list' | 'bulk'

/** What a large call has prepared before its transaction, for writing new records. */
export interface Writing {
  afterCommit: AfterCommit
  /** The fields of large calls, already serialized for the store. */
  fieldTexts: FieldTexts
  /** New records of large calls, already written to the store. */
  staged?: StagedRecords | undefined
}

/** Serialize the fields of records for the store. For a large call this takes as long as several transactions, so it is done before. */
export async function writeFields(items: readonly Pick<RecordUpsert, 'fields'>[]): Promise<FieldTexts> {
  function* texts(): Generator<[unknown, string]> {
    for (const { fields } of items) if (fields) yield [fields, JSON.stringify(fields)]
  }
  return new Map(await gather(texts()))
}

/** Add records to a published dataset, all or none. Throws `InvalidError`. */
export async function createRecords(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  items: readonly RecordCreate[],
  words: RouteWords,
  writing: Writing,
): Promise<StoredRecord[]> {
  if (dataset.status !== 'ready')
    throw new InvalidError(`${words === 'list' ? 'R' : 'r'}ecords cannot be created for a non published dataset`)
  await lockDataset(tx, dataset.id)
  await assertNewExternalIds(tx, dataset.id, items)
  const rules = await loadDatasetRules(tx, dataset)
  const userIds = await findAuthors(tx, user, dataset.workspace_id, namedUsers(items))
  const toCheck = items.map((item) => ({ ...item, fieldText: fieldTextOf(item.fields) }))
  assertRecords(toCheck, rules, userIds, words === 'list' ? LIST_WORDS : BULK_WORDS)
  const records = await insertNewRecords(tx, rules, items, writing)
  await saveVectors(tx, rules, vectorsOf(records, items))
  await logEvent(tx, {
    kind: 'records.create',
    ...aboutDataset(user, dataset),
    after: { ids: records.map(({ id }) => id) },
  })
  await updateStats(tx, dataset.id, { added: records.length, isActivity: namedUsers(items).length > 0 })
  return records
}

/** The users named by responses that are sent with records. */
export function namedUsers(items: readonly Pick<RecordCreate, 'responses'>[]): string[] {
  return items.flatMap(({ responses }) => responses?.map(({ user_id }) => user_id) ?? [])
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

async function assertNewExternalIds(tx: Tx, datasetId: string, items: readonly RecordCreate[]): Promise<void> {
  const given = items.flatMap(({ external_id }) => external_id ?? [])
  const known = await findExternalIds(tx, datasetId, [...new Set(given)])
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const id of given) {
    if (known.has(id) || seen.has(id)) repeated.add(id)
    seen.add(id)
  }
  if (repeated.size > 0) throw new InvalidError(`found records with same external ids: ${[...repeated].join(', ')}`)
}
