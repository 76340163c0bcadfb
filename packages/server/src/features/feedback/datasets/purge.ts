import type { AppContext } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { Tx } from '../../../db/tables'

/** Records cleared in one transaction: short enough that an answer never notices. */
const STEP = 200

const passes = new WeakMap<Engine, Promise<void>>()

/**
 * Clear away the records of deleted datasets, a few at a time. Runs after each deletion and once at the start, for what a stop left
 * over. Resolves when nothing is left to clear, or when the store was closed meanwhile; never throws.
 */
export function purgeDeleted({ engine, log }: Pick<AppContext, 'engine' | 'log'>): Promise<void> {
  const pass = (passes.get(engine) ?? Promise.resolve()).then(() =>
    purgeAll(engine).catch((err: unknown) => {
      log.warn({ err }, 'clearing away a deleted dataset stopped; the next start goes on with it')
    }),
  )
  passes.set(engine, pass)
  return pass
}

async function purgeAll(engine: Engine): Promise<void> {
  while (await engine.transaction(purgeStep)) {
    // Each step is a transaction of its own, so that other writers get their turn between two.
  }
}

/** Clear a few records of one deleted dataset, or its note when none is left; false when there is nothing to do at all. */
async function purgeStep(tx: Tx): Promise<boolean> {
  const purge = await tx.selectFrom('purges').select('dataset_id').orderBy('inserted_at').limit(1).executeTakeFirst()
  if (!purge) return false
  const { numDeletedRows } = await tx
    .deleteFrom('records')
    .where('pk', 'in', (eb) =>
      eb
        .selectFrom('records')
        .select('pk')
        .where('dataset_id', '=', purge.dataset_id)
        .orderBy('inserted_at')
        .limit(STEP),
    )
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) await tx.deleteFrom('purges').where('dataset_id', '=', purge.dataset_id).execute()
  return true
}
