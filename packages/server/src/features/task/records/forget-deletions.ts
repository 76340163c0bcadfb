import type { AppContext } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { Db } from '../../../db/tables'

/**
 * A row of `task_deletions` is needed by every search index that was last brought up to date before it, in the memory of this server or of
 * another on the same database. How old those are nobody knows, so that the dataset notes up to which version rows are gone, and an index
 * older than that is built anew. As many are kept as there are records, for an index that has to learn of more is mostly dead and would be
 * built anew in any case; and so many in small datasets.
 */
const KEPT_AT_LEAST = 10_000

/** Rows deleted in one transaction: few enough not to delay an answer. */
const STEP = 1000

/** How many more deletions are awaited in a dataset before they are looked at again. */
const awaited = new WeakMap<Engine, Map<string, number>>()

/**
 * Clear away deletions now and then: after the first in a dataset that this server carries out, then after a tenth as many more as may be
 * kept. To look means to count the dataset's records, so that a look after each deletion would cost more than the deletion.
 *
 * @param count - records deleted just now
 */
export async function forgetNowAndThen(
  context: Pick<AppContext, 'engine'>,
  datasetId: string,
  count: number,
): Promise<void> {
  const { engine } = context
  const ofEngine = awaited.get(engine) ?? new Map<string, number>()
  awaited.set(engine, ofEngine)
  const left = (ofEngine.get(datasetId) ?? 0) - count
  const least = tenthOf(KEPT_AT_LEAST)
  ofEngine.set(datasetId, left > 0 ? left : least)
  if (left > 0) return
  const kept = await forgetDeletions(context, datasetId, KEPT_AT_LEAST)
  // Others were counted down meanwhile.
  ofEngine.set(datasetId, (ofEngine.get(datasetId) ?? 0) + tenthOf(kept) - least)
}

/**
 * Clear away the deletions of a dataset that no search index needs any more.
 *
 * @returns how many are kept at most
 */
export async function forgetDeletions(
  { engine }: Pick<AppContext, 'engine'>,
  datasetId: string,
  keptAtLeast: number,
): Promise<number> {
  if ((await versionBehind(engine.heavyDb, datasetId, keptAtLeast)) === undefined) return keptAtLeast
  const { records } = await engine.heavyDb
    .selectFrom('task_records')
    .select(({ fn }) => fn.countAll<number>().as('records'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  const kept = Math.max(keptAtLeast, records)
  const version = await versionBehind(engine.heavyDb, datasetId, kept)
  if (version === undefined) return kept

  // The note comes first: nothing may be gone that it does not speak of.
  await engine.transaction((tx) =>
    tx
      .updateTable('task_datasets')
      .set({ deletions_gone_to: version })
      .where('id', '=', datasetId)
      .where('deletions_gone_to', '<', version)
      .execute(),
  )
  let cleared = STEP
  while (cleared === STEP) {
    const done = await engine.transaction((tx) =>
      tx
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
        .executeTakeFirstOrThrow(),
    )
    cleared = Number(done.numDeletedRows)
  }
  return kept
}

function tenthOf(kept: number): number {
  return Math.ceil(kept / 10)
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
