import type { DeleteResult } from 'kysely'
import { logBackgroundFailure } from '../../../background'
import type { AppContext } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { Tx } from '../../../db/tables'

/** Records, or vectors, cleared in one transaction: short enough that an answer never notices. */
const STEP = 200

const passes = new WeakMap<Engine, Promise<void>>()

/**
 * Clear away the records of deleted datasets and the vectors of deleted settings, a few at a time. Runs after each deletion and once at the start, for what a stop left
 * over. Resolves when nothing is left to clear, or when the store was closed meanwhile; never throws.
 */
export function purgeDeleted(context: Pick<AppContext, 'engine' | 'log'>): Promise<void> {
  const { engine } = context
  const pass = (passes.get(engine) ?? Promise.resolve()).then(() =>
    purgeAll(engine).catch((err: unknown) => {
      logBackgroundFailure(context, err, 'clearing away what was deleted stopped; the next start goes on with it')
    }),
  )
  passes.set(engine, pass)
  return pass
}

async function purgeAll(engine: Engine): Promise<void> {
  while (await engine.transaction(purgeStep, { isBulk: true })) {
    // Each step is a transaction of its own, so that other writers get their turn between two.
  }
}

/** Clear a little of one deleted thing, or its note when nothing is left; false when there is nothing to do at all. */
async function purgeStep(tx: Tx): Promise<boolean> {
  const purge = await tx.selectFrom('purges').selectAll().orderBy('inserted_at').limit(1).executeTakeFirst()
  if (!purge) return false
  const { numDeletedRows } = await (purge.kind === 'dataset' ? purgeRecords : purgeVectors)(tx, purge.id)
  if (numDeletedRows === 0n) await tx.deleteFrom('purges').where('id', '=', purge.id).execute()
  return true
}

function purgeRecords(tx: Tx, datasetId: string): Promise<DeleteResult> {
  return tx
    .deleteFrom('records')
    .where('pk', 'in', (eb) =>
      eb.selectFrom('records').select('pk').where('dataset_id', '=', datasetId).orderBy('inserted_at').limit(STEP),
    )
    .executeTakeFirstOrThrow()
}

function purgeVectors(tx: Tx, vectorId: string): Promise<DeleteResult> {
  return tx
    .deleteFrom('record_vectors')
    .where('vector_id', '=', vectorId)
    .where('record_pk', 'in', (eb) =>
      eb.selectFrom('record_vectors').select('record_pk').where('vector_id', '=', vectorId).limit(STEP),
    )
    .executeTakeFirstOrThrow()
}
