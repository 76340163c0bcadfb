import { randomUUID } from 'node:crypto'
import type { JobKind } from '@postil/contract/jobs'
import { sql } from 'kysely'
import { nowMicros } from '../db/clock'
import { isPostgres } from '../db/engines/is-postgres'
import type { Db, JobTable, Tx } from '../db/tables'
import { LEASE_MICROS, OPEN } from './enqueue'
import type { Progress } from './job'

/** Failures in a row after which a job is not tried again until somebody asks for it or a server starts. */
export const MAX_FAILURES = 8
const FIRST_PAUSE_MICROS = 1_000_000
/** How long jobs are kept once they are over. */
const KEPT_MICROS = 7 * 86_400 * 1_000_000

const OVER = ['done', 'failed', 'cancelled'] as const

/** Whether a job of these kinds can be taken now. */
export async function isAnyDue(db: Db, kinds: readonly JobKind[]): Promise<boolean> {
  return kinds.length > 0 && (await dueJobs(db, kinds).executeTakeFirst()) !== undefined
}

/** Take the job that has been due for the longest time; undefined when there is none. */
export async function takeJob(tx: Tx, kinds: readonly JobKind[]): Promise<JobTable | undefined> {
  const due = dueJobs(tx, kinds)
  const row = await (isPostgres(tx) ? due.forUpdate().skipLocked() : due).executeTakeFirst()
  if (!row) return undefined
  const now = nowMicros()
  const isLeftBehind = row.state === 'running'
  return tx
    .updateTable('jobs')
    .set({
      state: 'running',
      lease: randomUUID(),
      lease_until: now + LEASE_MICROS,
      started_at: row.started_at ?? now,
      is_due_again: 0,
      // Counted here, so that a job that ends the server each time is given up, too.
      ...(isLeftBehind && { failures: Number(row.failures) + 1, error: 'The server stopped during this work.' }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst()
}

function dueJobs(db: Db, kinds: readonly JobKind[]) {
  const now = nowMicros()
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('state', 'in', [sql.lit(OPEN[0]), sql.lit(OPEN[1])])
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'waiting'), eb('due_at', '<=', now)]),
        eb.and([eb('state', '=', 'running'), eb('lease_until', '<', now)]),
      ]),
    )
    .orderBy('due_at')
    .limit(1)
}

/**
 * Prolong the lease of a job, in the transaction of a step or by itself.
 *
 * @param progress - of a step, which proves that earlier failures are overcome
 * @returns undefined when the job is not this server's any more
 */
export async function keepJob(
  tx: Tx,
  { id, lease }: JobTable,
  progress?: Progress,
): Promise<Pick<JobTable, 'is_cancel_requested'> | undefined> {
  return (
    tx
      .updateTable('jobs')
      .set((eb) => ({
        lease_until: nowMicros() + LEASE_MICROS,
        ...(progress && { done: eb('done', '+', progress.done), failures: 0, error: null }),
        ...(progress?.total !== undefined && { total: progress.total }),
        ...(progress?.data !== undefined && { data: JSON.stringify(progress.data) }),
      }))
      .where('id', '=', id)
      .where('lease', '=', lease)
      // Not all of it: what a job needs to know can be megabytes.
      .returning('is_cancel_requested')
      .executeTakeFirst()
  )
}

/** Forget a job that its holder has done; false when it is not the holder's any more. */
export async function deleteHeld(tx: Tx, { id, lease }: JobTable): Promise<boolean> {
  const done = await tx.deleteFrom('jobs').where('id', '=', id).where('lease', '=', lease).executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Note that a job is done, unless it was asked for once more meanwhile. */
export async function finishJob(tx: Tx, { id, lease, kind, subject }: JobTable): Promise<void> {
  const now = nowMicros()
  const row = await tx
    .updateTable('jobs')
    .set({
      state: sql`case when is_due_again = 1 then 'waiting' else 'done' end`,
      finished_at: sql`case when is_due_again = 1 then null else ${sql.lit(now)} end`,
      is_due_again: 0,
      is_cancel_requested: 0,
      failures: 0,
      error: null,
      lease: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('state')
    .executeTakeFirst()
  if (row?.state === 'done') await forgetEarlier(tx, { id, kind, subject })
}

/** Of what is done again and again, the latest is enough. */
async function forgetEarlier(tx: Tx, { id, kind, subject }: Pick<JobTable, 'id' | 'kind' | 'subject'>): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('state', 'in', [...OVER])
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', kind), eb('subject', '=', subject), eb('id', '!=', id)]),
        eb('finished_at', '<', nowMicros() - KEPT_MICROS),
      ]),
    )
    .execute()
}

/**
 * Note that a job failed: it is tried again after a pause, which doubles each time.
 *
 * @param error - why, in words for the owner of the server
 */
export async function failJob(tx: Tx, { id, lease, kind, subject }: JobTable, error: string): Promise<void> {
  const held = tx.selectFrom('jobs').select('failures').where('id', '=', id).where('lease', '=', lease)
  const row = await (isPostgres(tx) ? held.forUpdate() : held).executeTakeFirst()
  if (!row) return
  const failures = Number(row.failures) + 1
  const isOver = failures >= MAX_FAILURES
  const now = nowMicros()
  await tx
    .updateTable('jobs')
    .set({
      state: isOver ? 'failed' : 'waiting',
      failures,
      error,
      due_at: now + FIRST_PAUSE_MICROS * 2 ** (failures - 1),
      finished_at: isOver ? now : null,
      lease: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .execute()
  if (isOver) await forgetEarlier(tx, { id, kind, subject })
}

/** Note that this server has stopped doing a cancelled job. */
export async function endCancelledJob(tx: Tx, { id, lease, kind, subject }: JobTable): Promise<void> {
  const ended = await tx
    .updateTable('jobs')
    .set({ state: 'cancelled', finished_at: nowMicros(), lease: null, lease_until: null, is_due_again: 0 })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  if (ended.numUpdatedRows > 0n) await forgetEarlier(tx, { id, kind, subject })
}

/** Give a job back unfinished, so that the next server that starts, or another one, need not wait for the end of its lease. */
export async function releaseJobs(tx: Tx, leases: readonly string[]): Promise<void> {
  if (leases.length === 0) return
  await tx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: nowMicros(), lease: null, lease_until: null })
    .where('lease', 'in', leases)
    .execute()
}

/**
 * Let what an earlier process left over go on at once.
 *
 * @param isAlone - no other server uses this store: jobs that are running there were left by one that ended
 */
export async function takeUpJobs(tx: Tx, isAlone: boolean): Promise<void> {
  const now = nowMicros()
  await tx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: now, finished_at: null })
    .where('state', '=', 'failed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs as other')
            .select('other.id')
            .whereRef('other.kind', '=', 'jobs.kind')
            .whereRef('other.subject', '=', 'jobs.subject')
            .where('other.state', 'in', [...OPEN]),
        ),
      ),
    )
    .execute()
  if (isAlone)
    await tx
      .updateTable('jobs')
      .set({ lease_until: now - 1 })
      .where('state', '=', 'running')
      .execute()
}
