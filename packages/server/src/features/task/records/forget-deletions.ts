import { nowMicros } from '../../../db/clock'
import type { Db, Tx } from '../../../db/tables'
import { enqueue } from '../../../jobs/enqueue'
import type { JobDefinition, RunningJob } from '../../../jobs/job'
import { findSealedTo } from '../segments/segments.service'

/**
 * A row of `task_deletions` is needed by every search index that was last brought up to date before it, in the memory of this server or of
 * another on the same database. How old those are nobody knows, so that the dataset notes up to which version rows are gone, and an index
 * older than that is built anew. As many are kept as there are records, for an index that has to learn of more is mostly dead and would be
 * built anew in any case; and so many in small datasets.
 */
const KEPT_AT_LEAST = 10_000

/** Rows deleted in one transaction: few enough not to delay an answer. */
const STEP = 1000

/** How long after a deletion the others are looked at (µs): to look means to count the dataset's records, too much for each deletion. */
const LOOK_AFTER = 60_000_000

/** Have deletions cleared away a minute from now, all of this minute together; part of the transaction of a deletion. */
export function enqueueForgetting(tx: Tx, datasetId: string): Promise<void> {
  const dueAt = nowMicros() + LOOK_AFTER
  return enqueue(tx, { kind: 'forget_deletions', subject: datasetId, dataset: { id: datasetId }, dueAt })
}

/** Clear away the deletions of a dataset that no search index needs any more. */
export function forgetDeletions(keptAtLeast = KEPT_AT_LEAST): JobDefinition {
  return { run: ({ row, step }, { engine }) => forget(engine.heavyDb, step, row.subject, keptAtLeast) }
}

async function forget(db: Db, step: RunningJob['step'], datasetId: string, keptAtLeast: number): Promise<void> {
  if ((await versionBehind(db, datasetId, keptAtLeast)) === undefined) return
  const { records } = await db
    .selectFrom('task_records')
    .select(({ fn }) => fn.countAll<number>().as('records'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  const kept = Math.max(keptAtLeast, records)
  const newest = await versionBehind(db, datasetId, kept)
  if (newest === undefined) return
  // The note comes first: nothing may be gone that it does not speak of.
  const version = await step(async (tx) => {
    const dataset = tx.updateTable('task_datasets').where('id', '=', datasetId)
    // Holds the row of the dataset, so that no segment is published before the note is there.
    await dataset.set(({ ref }) => ({ deletions_gone_to: ref('deletions_gone_to') })).execute()
    // Documents of segments that were deleted by a newer version are not marked yet.
    const upTo = Math.min(newest, (await findSealedTo(tx, datasetId)) ?? newest)
    await dataset.set({ deletions_gone_to: upTo }).where('deletions_gone_to', '<', upTo).execute()
    return upTo
  })
  const clearSome = () =>
    step(async (tx, progress) => {
      const done = await tx
        .deleteFrom('task_deletions')
        .where('dataset_id', '=', datasetId)
        // Here too: a record may be logged and deleted again while this waits for its row.
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

/** The version of the newest deletion behind so many newer ones. */
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
