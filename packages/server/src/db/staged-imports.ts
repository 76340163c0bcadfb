import { type Expression, type SqlBool, sql } from 'kysely'
import { enqueue } from '../jobs/enqueue'
import { nowMicros } from './clock'
import type { Engine } from './engines/engine'
import type { Tx } from './tables'

/**
 * A large import writes its records ahead of its transaction, in short ones, as records of a dataset that nobody can see: its id is the
 * import's own. The transaction then makes them records of their real dataset, which costs a small part of writing them. What a stop leaves
 * over is cleared away at the next start.
 */

/** Bytes of records that are written in one transaction: an answer that waits for it waits for some ten milliseconds. */
export const SLICE_BYTES = 512 * 1024
/** No import takes so long between its first record and its end: one that is older was left by a server that died. */
const DEAD_MICROS = 3600 * 1_000_000

/** Note that records of this import may be in the store; part of the transaction that writes some. */
export async function noteImport(tx: Tx, id: string): Promise<void> {
  await tx
    .insertInto('staged_imports')
    .values({ id, inserted_at: nowMicros() })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Forget an import that has nothing left in the store. */
export async function forgetImport(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('staged_imports').where('id', '=', id).execute()
}

/** Give up an import, or what is left of it. A job clears its feedback records away. */
export async function giveUpImport(engine: Engine, id: string): Promise<void> {
  await giveUp(engine, sql<SqlBool>`id = ${id}`)
}

/**
 * Give up the imports of servers that ended during them. Called before the first request is taken. On PostgreSQL another server may be at
 * younger ones.
 */
export async function giveUpDeadImports(engine: Engine): Promise<void> {
  const deadBefore = engine.kind === 'sqlite' ? nowMicros() : nowMicros() - DEAD_MICROS
  await giveUp(engine, sql<SqlBool>`inserted_at < ${deadBefore}`)
}

async function giveUp(engine: Engine, which: Expression<SqlBool>): Promise<void> {
  await engine.transaction(
    async (tx) => {
      const gone = await tx.deleteFrom('staged_imports').where(which).returningAll().execute()
      if (gone.length === 0) return
      const ids = gone.map(({ id }) => id)
      await tx.deleteFrom('task_datasets').where('id', 'in', ids).execute()
      for (const id of ids) await enqueue(tx, { kind: 'purge_dataset', subject: id })
    },
    { isBulk: true },
  )
}
