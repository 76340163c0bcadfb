import { randomUUID } from 'node:crypto'
import { nowMicros, wireTime } from '../../../db/clock'
import type { Engine } from '../../../db/engines/engine'
import { forgetImport, giveUpImport, noteImport, SLICE_BYTES } from '../../../db/staged-imports'
import type { Tx } from '../../../db/tables'
import type { TaskRecordTable } from '../../../db/task-tables'
import { fitting } from '../../../http/bodies/reply-size'
import type { BeforeWrite } from '../../../http/calls/handle'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { type Batch, newRow, type WrittenRecord } from './batch'
import { selectKeys, upsertRecords } from './records.store'

/** Records of one batch that were written before its transaction. They are invisible until `publish`. */
export class StagedBatch {
  private readonly staged = new Set<string>()
  private isPublished = false
  private isCommitted = false

  constructor(
    private readonly id: string,
    private readonly username: string,
  ) {}

  /** Write records in a short transaction of their own, in a hidden dataset. */
  async add(engine: Engine, dataset: FoundTaskDataset, records: readonly WrittenRecord[]): Promise<void> {
    const { workspace_name: _name, workspaceId: _id, ...row } = dataset
    const hidden = { ...row, id: this.id, name: this.id, tags: '{}', metadata: '{}', closed: 1 }
    // A number of the same size as the final one, so that the store can later update it in place.
    const version = dataset.version + 1
    const now = wireTime(nowMicros())
    await engine.transaction(
      async (tx) => {
        await noteImport(tx, this.id)
        await tx
          .insertInto('task_datasets')
          .values(hidden)
          .onConflict((oc) => oc.doNothing())
          .execute()
        await upsertRecords(
          tx,
          records.map((record) => newRow(record, { datasetId: this.id, version, now, username: this.username })),
        )
      },
      { isBulk: true },
    )
    for (const { key } of records) this.staged.add(key)
  }

  /**
   * Move staged records to their dataset.
   *
   * @param rows - the rows of the batch that are new in the dataset
   * @returns the keys of the moved records, which need not be written any more
   */
  async publish(tx: Tx, rows: readonly TaskRecordTable[]): Promise<Set<string>> {
    this.isPublished = false
    const wanted = rows.filter(({ key }) => this.staged.has(key))
    const [first] = wanted
    if (!first) return new Set()
    const { dataset_id, version } = first
    const keys = new Set(wanted.map(({ key }) => key))
    const unwanted = [...this.staged].filter((key) => !keys.has(key))
    // Uses the short list of records that stay behind, not the long one of those that move.
    const found = tx.updateTable('task_records').set({ dataset_id, version }).where('dataset_id', '=', this.id)
    const rest = unwanted.length > 0 ? found.where('key', 'not in', unwanted) : found
    const published = new Set((await rest.returning('key').execute()).map(({ key }) => key))
    this.isPublished = published.size === this.staged.size
    if (this.isPublished) {
      await tx.deleteFrom('task_datasets').where('id', '=', this.id).execute()
      await forgetImport(tx, this.id)
    }
    return published
  }

  /** Call this when the transaction of `publish` is committed. */
  noteCommit(): void {
    this.isCommitted = this.isPublished
  }

  /** Delete what was not published. Call this when the call is over, whether it succeeded or failed. */
  async discardRest(engine: Engine): Promise<void> {
    if (!this.isCommitted) await giveUpImport(engine, this.id)
  }
}

/**
 * Write the new records of a large batch before its transaction, in several short ones, so that answers do not wait for all of them.
 * Nothing is staged for small batches, or for batches that are going to be refused.
 */
export async function stageBatch(before: BeforeWrite, { records }: Batch): Promise<StagedBatch | undefined> {
  const { engine } = before.context
  const sizes = records.map(({ documentText, derivedText }) => documentText.length + derivedText.length)
  if (sizes.reduce((sum, size) => sum + size, 0) <= SLICE_BYTES) return undefined
  if (records.some(({ key, problems }) => problems.length > 0 || key.includes('\0'))) return undefined
  const dataset = await before.find('task_dataset')
  if (dataset.closed !== 0) return undefined
  const fresh = await withoutStored(engine, dataset, records)

  const id = randomUUID()
  const staged = new StagedBatch(id, before.user.username)
  before.atEnd(() => staged.discardRest(engine))
  for (let from = 0; from < fresh.length; ) {
    const left = fresh.slice(from)
    const fits = fitting(
      left.map(({ documentText, derivedText }) => documentText.length + derivedText.length),
      SLICE_BYTES,
    )
    await staged.add(engine, dataset, left.slice(0, fits))
    from += fits
  }
  return staged
}

/**
 * The records that occur once in the batch and whose ids are new in the dataset. Only an estimate, since this runs before the transaction.
 */
async function withoutStored(
  engine: Engine,
  { id }: FoundTaskDataset,
  records: readonly WrittenRecord[],
): Promise<WrittenRecord[]> {
  const times = new Map<string, number>()
  for (const { key } of records) times.set(key, (times.get(key) ?? 0) + 1)
  const stored = await selectKeys(engine.db, id, [...times.keys()])
  return records.filter(({ key }) => times.get(key) === 1 && !stored.has(key))
}
