import { randomUUID } from 'node:crypto'
import type { RecordUpsert } from '@postil/contract/feedback/records'
import { checkFields } from '@postil/domain/records/check-fields'
import { checkMetadata } from '@postil/domain/records/check-metadata'
import { metadataText } from '@postil/domain/records/metadata-text'
import type { AppContext } from '../../../context'
import { nowMicros } from '../../../db/clock'
import type { Engine } from '../../../db/engines/engine'
import { forgetImport, giveUpImport, noteImport, SLICE_BYTES } from '../../../db/staged-imports'
import type { RecordTable, Tx } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import type { BeforeWrite } from '../../../http/calls/handle'
import { type DatasetRules, loadDatasetRules } from '../common/dataset-rules'
import type { StoredRecord } from '../common/stored-record'
import { findExternalIds, findIds, insertRecords } from './records.store'

/** Serialized fields of records, by the `fields` object of their items. */
export type FieldTexts = ReadonlyMap<unknown, string>

/** Records of one import that were written before its transaction. They are invisible until `publish`. */
export class StagedRecords {
  /** Records by the `fields` object of their items. */
  private readonly staged = new Map<unknown, StoredRecord>()
  private isPublished = false
  private isCommitted = false

  constructor(private readonly id: string) {}

  /** Write records in a short transaction of their own. */
  async add(engine: Engine, items: readonly RecordUpsert[], rows: readonly RecordTable[]): Promise<void> {
    const records = await engine.transaction(
      async (tx) => {
        await noteImport(tx, this.id)
        return insertRecords(tx, rows)
      },
      { isBulk: true },
    )
    for (const [index, record] of records.entries()) this.staged.set(items[index]?.fields, record)
  }

  /**
   * Move the staged records of these items to their dataset, which takes a fraction of the time of writing them.
   *
   * @returns the records by the `fields` of their items; without those that were not staged, were staged with other metadata, or have been
   *   deleted
   */
  async publish(
    tx: Tx,
    { datasetId, metadata: { properties } }: DatasetRules,
    items: readonly RecordUpsert[],
  ): Promise<Map<unknown, StoredRecord>> {
    this.isPublished = false
    const wanted = new Map<number, { item: RecordUpsert; record: StoredRecord }>()
    for (const item of items) {
      const record = this.staged.get(item.fields)
      const metadata = item.metadata ? metadataText(properties, item.metadata) : null
      if (record && record.metadata === metadata) wanted.set(record.pk, { item, record })
    }
    if (wanted.size === 0) return new Map()
    const times = [...wanted.values()].map(({ record }) => record.inserted_at)
    const later = nowMicros() - Math.min(...times)
    // The records are a microsecond apart. Records added next must come after the last one, so wait until the clock has passed it.
    while (nowMicros() <= Math.max(...times) + later);
    const rows = await tx
      .updateTable('records')
      .set((eb) => ({
        dataset_id: datasetId,
        inserted_at: eb('inserted_at', '+', later),
        updated_at: eb('updated_at', '+', later),
      }))
      .where('dataset_id', '=', this.id)
      .where('pk', 'in', [...wanted.keys()])
      .returning('pk')
      .execute()
    const published = new Map<unknown, StoredRecord>()
    for (const { pk } of rows) {
      const found = wanted.get(pk)
      if (!found) continue
      const at = found.record.inserted_at + later
      published.set(found.item.fields, { ...found.record, dataset_id: datasetId, inserted_at: at, updated_at: at })
    }
    this.isPublished = published.size === this.staged.size
    if (this.isPublished) await forgetImport(tx, this.id)
    return published
  }

  /** Call this when the transaction of `publish` is committed. */
  noteCommit(): void {
    this.isCommitted = this.isPublished
  }

  /** Delete what was not published. Call this when the call is over, whether it succeeded or failed. */
  async discardRest({ engine, jobs }: Pick<AppContext, 'engine' | 'jobs'>): Promise<void> {
    if (this.isCommitted) return
    await giveUpImport(engine, this.id)
    await jobs.wake()
  }
}

/**
 * Write the new records of a large call before its transaction, in several small ones, so that answers do not wait for all of them. Until
 * `publish`, they belong to a dataset that does not exist; all validation happens there. Nothing is staged for small calls, or for calls
 * that are going to be refused.
 */
export async function stageRecords(
  before: BeforeWrite,
  items: readonly RecordUpsert[],
  fieldTexts: FieldTexts,
): Promise<StagedRecords | undefined> {
  const bytes = (item: RecordUpsert) => fieldTexts.get(item.fields)?.length ?? 0
  if (items.reduce((sum, item) => sum + bytes(item), 0) <= SLICE_BYTES) return undefined
  const { engine } = before.context
  const dataset = await before.find('dataset')
  if (dataset.status !== 'ready') return undefined
  const rules = await loadDatasetRules(engine.db, dataset)
  const fresh = await withoutStored(engine, dataset.id, items)
  if (!fresh.every((item) => isAllowed(rules, item)) || hasRepeatedIds(fresh)) return undefined

  const importId = randomUUID()
  const staged = new StagedRecords(importId)
  before.atEnd(() => staged.discardRest(before.context))
  const begunAt = nowMicros()
  for (let from = 0; from < fresh.length; ) {
    const some = fresh.slice(from, from + fitting(fresh.slice(from).map(bytes), SLICE_BYTES))
    const rows = some.map(
      (item, index): RecordTable => ({
        id: randomUUID(),
        dataset_id: importId,
        external_id: item.external_id ?? null,
        fields: fieldTexts.get(item.fields) ?? JSON.stringify(item.fields),
        metadata: item.metadata ? metadataText(rules.metadata.properties, item.metadata) : null,
        inserted_at: begunAt + from + index,
        updated_at: begunAt + from + index,
      }),
    )
    await staged.add(engine, some, rows)
    from += some.length
  }
  return staged
}

/** The items that are not in the dataset yet. Only an estimate, since this runs before the transaction. */
async function withoutStored(
  engine: Engine,
  datasetId: string,
  items: readonly RecordUpsert[],
): Promise<RecordUpsert[]> {
  const externalIds = items.flatMap(({ external_id }) => external_id ?? [])
  const known = await findExternalIds(engine.db, datasetId, externalIds)
  const ids = items.flatMap(({ id, external_id }) => (typeof external_id === 'string' ? [] : (id ?? [])))
  const stored = await findIds(engine.db, datasetId, ids)
  return items.filter(
    ({ id, external_id }) => !(typeof external_id === 'string' ? known.has(external_id) : id && stored.has(id)),
  )
}

function isAllowed(rules: DatasetRules, { fields, metadata }: RecordUpsert): boolean {
  if (!fields || checkFields(rules.fields, fields) !== undefined) return false
  return !metadata || checkMetadata(rules.metadata, metadata) === undefined
}

function hasRepeatedIds(items: readonly RecordUpsert[]): boolean {
  const externalIds = items.flatMap(({ external_id }) => external_id ?? [])
  return new Set(externalIds).size < externalIds.length
}
