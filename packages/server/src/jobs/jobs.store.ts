import { randomUUID } from 'node:crypto'
import type { JobKind } from '@postil/contract/jobs'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { nowMicros } from '../db/clock'
import { isPostgres } from '../db/engines/is-postgres'
import { findsAny } from '../db/finds-any'
import type { Db, JobTable, Tables, Tx } from '../db/tables'
import { LEASE_MICROS, OPEN } from './enqueue'
import type { JobDefinition, Progress } from './job'

/** Number of failures in a row after which a job is not retried until it is requested again or a server starts. */
export const MAX_FAILURES = 8
const FIRST_PAUSE_MICROS = 1_000_000
/** Of jobs that are retried without end. */
const LONGEST_PAUSE_MICROS = 3600 * 1_000_000
/** How long finished jobs are kept. */
const KEPT_MICROS = 7 * 86_400 * 1_000_000

const OVER = ['done', 'failed', 'cancelled'] as const

/** Kinds of jobs; `inOrder`: those of which jobs of one dataset are done one after the other. */
export interface Kinds {
  kinds: readonly JobKind[]
  inOrder: readonly JobKind[]
}

/** Whether a job of these kinds is due. */
export async function isAnyDue(db: Db, of: Kinds): Promise<boolean> {
  return of.kinds.length > 0 && findsAny(dueJobs(db, of))
}

/**
 * Lease the job that has been due for the longest time; undefined when none is due.
 *
 * @param subject - only a job of this subject
 */
export async function takeJob(tx: Tx, of: Kinds, subject?: string): Promise<JobTable | undefined> {
  const ofAny = dueJobs(tx, of)
  const due = subject === undefined ? ofAny : ofAny.where('subject', '=', subject)
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
      // Counted here, so that a job that crashes the server each time fails for good in the end.
      ...(isLeftBehind && { failures: row.failures + 1, error: 'The server stopped during this work.' }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst()
}

function dueJobs(db: Db, { kinds, inOrder }: Kinds) {
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
    .$if(inOrder.length > 0, (due) =>
      due.where((eb) => eb.or([eb('kind', 'not in', inOrder), eb.not(eb.exists(jobsBefore(eb, now)))])),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
}

/**
 * The jobs of the same kind and dataset that come before one of `jobs`: one that is being done; older ones that were begun, and have failed
 * or were interrupted since; and, before a job that was not begun, those that have been due for longer. The last ones are those that another
 * server may be about to lease.
 */
function jobsBefore({ selectFrom }: ExpressionBuilder<Tables, 'jobs'>, now: number) {
  return selectFrom('jobs as other')
    .select('other.id')
    .whereRef('other.kind', '=', 'jobs.kind')
    .whereRef('other.dataset_id', '=', 'jobs.dataset_id')
    .whereRef('other.id', '<>', 'jobs.id')
    .where('other.state', 'in', [...OPEN])
    .where(({ eb, and, or }) =>
      or([
        and([eb('other.state', '=', 'running'), eb('other.lease_until', '>=', now)]),
        and([
          eb('other.started_at', 'is not', null),
          sql<SqlBool>`(other.inserted_at, other.id) < (jobs.inserted_at, jobs.id)`,
        ]),
        and([
          eb('jobs.started_at', 'is', null),
          eb('other.due_at', '<=', now),
          sql<SqlBool>`(other.due_at, other.id) < (jobs.due_at, jobs.id)`,
        ]),
      ]),
    )
}

/**
 * Extend the lease of a job, in the transaction of a step or as a heartbeat.
 *
 * @param progress - of a step; its success resets the number of failures
 * @returns undefined when this server has lost the lease
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
      // Not the whole row: the parameters of a job can be megabytes.
      .returning('is_cancel_requested')
      .executeTakeFirst()
  )
}

/** Delete a finished job. Returns false when this server has lost the lease. */
export async function deleteHeld(tx: Tx, { id, lease }: JobTable): Promise<boolean> {
  const done = await tx.deleteFrom('jobs').where('id', '=', id).where('lease', '=', lease).executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Mark a job as done, or as waiting if it was requested again while it ran. */
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

/** Delete earlier jobs of this kind and subject, of which only the latest is of interest, and all that have expired. */
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
 * Record a failure: the job is retried after a pause that doubles each time.
 *
 * @param error - the reason, in words for the owner of the server
 */
export async function failJob(
  tx: Tx,
  { id, lease, kind, subject }: JobTable,
  error: string,
  { isNeverGivenUp }: Pick<JobDefinition, 'isNeverGivenUp'> = {},
): Promise<void> {
  const held = tx.selectFrom('jobs').select('failures').where('id', '=', id).where('lease', '=', lease)
  const row = await (isPostgres(tx) ? held.forUpdate() : held).executeTakeFirst()
  if (!row) return
  const failures = row.failures + 1
  const isOver = !isNeverGivenUp && failures >= MAX_FAILURES
  const now = nowMicros()
  await tx
    .updateTable('jobs')
    .set({
      state: isOver ? 'failed' : 'waiting',
      failures,
      error,
      due_at: now + Math.min(FIRST_PAUSE_MICROS * 2 ** (failures - 1), LONGEST_PAUSE_MICROS),
      finished_at: isOver ? now : null,
      lease: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .execute()
  if (isOver) await forgetEarlier(tx, { id, kind, subject })
}

/** Mark a job as failed for good: neither a pause nor a start of a server makes it run again, only an owner. */
export async function giveUpJob(tx: Tx, { id, lease, kind, subject }: JobTable, error: string): Promise<void> {
  const ended = await tx
    .updateTable('jobs')
    .set({
      ...{ state: 'failed', failures: 1, error, finished_at: nowMicros(), lease: null, lease_until: null },
      ...{ is_cancel_requested: 0, is_due_again: 0 },
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  if (ended.numUpdatedRows > 0n) await forgetEarlier(tx, { id, kind, subject })
}

/** Mark a job as cancelled once this server has stopped working on it. */
export async function endCancelledJob(tx: Tx, { id, lease, kind, subject }: JobTable): Promise<void> {
  const ended = await tx
    .updateTable('jobs')
    .set({ state: 'cancelled', finished_at: nowMicros(), lease: null, lease_until: null, is_due_again: 0 })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  if (ended.numUpdatedRows > 0n) await forgetEarlier(tx, { id, kind, subject })
}

/** Release jobs before they are finished, so that another server, or this one after a restart, need not wait for their leases to expire. */
export async function releaseJobs(tx: Tx, leases: readonly string[]): Promise<void> {
  if (leases.length === 0) return
  await tx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: nowMicros(), lease: null, lease_until: null })
    .where('lease', 'in', leases)
    .execute()
}

/**
 * Retry what earlier processes failed at or left unfinished.
 *
 * @param isAlone - no other server uses this store, so running jobs were left behind by a process that ended
 */
export async function takeUpJobs(tx: Tx, isAlone: boolean): Promise<void> {
  const now = nowMicros()
  await tx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: now, finished_at: null })
    .where('state', '=', 'failed')
    // One with fewer failures was given up for a reason that a start does not change (`giveUpJob`).
    .where('failures', '>=', MAX_FAILURES)
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
