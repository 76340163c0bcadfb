import { type Expression, type SqlBool, sql } from 'kysely'
import { enqueue } from '../jobs/enqueue'
import { nowMicros } from './clock'
import type { Engine } from './engines/engine'
import type { Tx } from './tables'

/**
 * A large import writes its records before its transaction, in short ones, as records of an invisible dataset whose id is the import's own.
 * The transaction then moves them to their real dataset, which takes a fraction of the time of writing them. A copy of a dataset is made in
 * the same way, and the invisible dataset becomes the copy. What an interrupted import leaves behind is removed later.
 */

/** Bytes of records that are written in one transaction: an answer waits about ten milliseconds for it. */
export const SLICE_BYTES = 512 * 1024
/** No import takes this long from its first record, or a copy from one transaction to the next: an older one was left behind by a server that died. */
export const DEAD_MICROS = 3600 * 1_000_000

/** Note that records of this import may be in the store; part of the transaction that writes some of them. */
export async function noteImport(tx: Tx, id: string): Promise<void> {
  await tx
    .insertInto('staged_imports')
    .values({ id, inserted_at: nowMicros() })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Delete the note of an import that is complete. Returns false when it was aborted. */
export async function forgetImport(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('staged_imports').where('id', '=', id).returning('id').execute()
  return deleted.length > 0
}

/** Note that an import of several transactions is still running. Returns false when it was aborted. */
export async function renewImport(tx: Tx, id: string): Promise<boolean> {
  const renewed = tx.updateTable('staged_imports').set({ inserted_at: nowMicros() }).where('id', '=', id)
  return (await renewed.returning('id').execute()).length > 0
}

/** Abort an import. A job deletes the records that it has written, which stay hidden meanwhile. */
export async function giveUpImport(engine: Engine, id: string): Promise<void> {
  await giveUp(engine, sql<SqlBool>`id = ${id}`)
}

/**
 * Abort the imports of servers that died. Called before the first request is accepted. On PostgreSQL, recent imports may belong to another
 * server and are left alone.
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
      const hidden = await tx.selectFrom('task_datasets').selectAll().where('id', 'in', ids).execute()
      const now = nowMicros()
      // `purge_at` 0: nobody can restore it, and it stays hidden until the job has deleted it.
      for (const { id, workspace_id, name, task } of hidden)
        await tx
          .insertInto('bin')
          .values({
            dataset_id: id,
            workspace_id,
            name,
            task,
            words_missing: 0,
            records: 0,
            deleted_at: now,
            purge_at: 0,
          })
          .onConflict((oc) => oc.doNothing())
          .execute()
      for (const id of ids) await enqueue(tx, { kind: 'purge_dataset', subject: id })
    },
    { isBulk: true },
  )
}
