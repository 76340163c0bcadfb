import { nowMicros } from '../../../db/clock'
import type { Db, Tx } from '../../../db/tables'
import { enqueue } from '../../../jobs/enqueue'
import type { JobDefinition, RunningJob } from '../../../jobs/job'
import { findSealedTo } from '../segments/segments.service'

/**
 * Minimum number of tombstones (rows of `task_deletions`) that are kept per dataset. A search index needs all tombstones that are newer
 * than its last update. Indexes are in the memory of this server or of others on the same database, and their ages are unknown. The dataset
 * therefore stores up to which version tombstones were deleted, and an index older than that is rebuilt. As many tombstones are kept as the
 * dataset has records, since an index with more deletions to apply is mostly dead and would be rebuilt anyway, and at least this many in
 * small datasets.
 */
const KEPT_AT_LEAST = 10_000

/** Rows deleted in one transaction: few enough not to delay an answer. */
const STEP = 1000

/** Delay (µs) between a deletion and the cleaning of tombstones, which counts the dataset's records: too expensive after each deletion. */
const LOOK_AFTER = 60_000_000

/** Enqueue the cleaning of a dataset's tombstones in a minute, once for all deletions until then; part of the transaction of a deletion. */
export function enqueueTombstoneRemoval(tx: Tx, datasetId: string): Promise<void> {
  const dueAt = nowMicros() + LOOK_AFTER
  return enqueue(tx, { kind: 'remove_tombstones', subject: datasetId, dataset: { id: datasetId }, dueAt })
}

/** Delete the tombstones of a dataset that are no longer needed. */
export function removeTombstones(keptAtLeast = KEPT_AT_LEAST): JobDefinition {
  return { run: ({ row, step }, { engine }) => remove(engine.heavyDb, step, row.subject, keptAtLeast) }
}

async function remove(db: Db, step: RunningJob['step'], datasetId: string, keptAtLeast: number): Promise<void> {
  if ((await versionBehind(db, datasetId, keptAtLeast)) === undefined) return
  const { records } = await db
    .selectFrom('task_records')
    .select(({ fn }) => fn.countAll<number>().as('records'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  const kept = Math.max(keptAtLeast, records)
  const newest = await versionBehind(db, datasetId, kept)
  if (newest === undefined) return
  // The version is stored first, so that it always covers all tombstones that are deleted.
  const version = await step(async (tx) => {
    const dataset = tx.updateTable('task_datasets').where('id', '=', datasetId)
    // Locks the row of the dataset, so that no segment is published before the version is stored.
    await dataset.set(({ ref }) => ({ deletions_gone_to: ref('deletions_gone_to') })).execute()
    // Deletions newer than this are not marked as dead in the segments yet.
    const upTo = Math.min(newest, (await findSealedTo(tx, datasetId)) ?? newest)
    await dataset.set({ deletions_gone_to: upTo }).where('deletions_gone_to', '<', upTo).execute()
    return upTo
  })
  const clearSome = () =>
    step(async (tx, progress) => {
      const done = await tx
        .deleteFrom('task_deletions')
        .where('dataset_id', '=', datasetId)
        // Tested here, too: a record may be logged and deleted again while this statement waits for its row.
        .where('version', '<=', version)
        .where('key', 'in', (eb) =>
          eb
            .selectFrom('task_deletions')
            .select('key')
            .where('dataset_id', '=', datasetId)
            .where('version', '<=', version)
            .limit(STEP),
        )
        .executeTakeFirstOrThrow()
      progress.done = Number(done.numDeletedRows)
      return progress.done === STEP
    })
  while (await clearSome()) {
    // Each step is its own transaction, so that other writers can run in between.
  }
}

/** The version of the newest tombstone that has at least `newer` newer ones. */
async function versionBehind(db: Db, datasetId: string, newer: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('task_deletions')
    .select('version')
    .where('dataset_id', '=', datasetId)
    .orderBy('version', 'desc')
    .offset(newer)
    .limit(1)
    .executeTakeFirst()
  return row?.version
}
