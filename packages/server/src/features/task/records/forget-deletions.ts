import type { AppContext } from '../../../context'
import type { Db } from '../../../db/tables'

/**
 * A row of `task_deletions` is needed by every search index that was last brought up to date before it, in the memory of this server or of
 * another on the same database. How old those are nobody knows, so that the dataset notes up to which version rows are gone, and an index
 * older than that is built anew. As many are kept as there are records, for an index that has to learn of more is mostly dead and would be
 * built anew in any case; and so many in small datasets.
 */
const KEPT_AT_LEAST = 10_000

/** Rows cleared in one transaction: short enough that an answer never notices. */
const STEP = 1000

/** Clear away the deletions of a dataset that no search index needs any more. Runs after deletions. */
export async function forgetDeletions(
  { engine }: Pick<AppContext, 'engine'>,
  datasetId: string,
  keptAtLeast = KEPT_AT_LEAST,
): Promise<void> {
  if ((await versionBehind(engine.heavyDb, datasetId, keptAtLeast)) === undefined) return
  const { records } = await engine.heavyDb
    .selectFrom('task_records')
    .select(({ fn }) => fn.countAll<number>().as('records'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  const version = await versionBehind(engine.heavyDb, datasetId, Math.max(keptAtLeast, records))
  if (version === undefined) return

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
