import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { nowMicros } from '../db/clock'
import type { JobTable, Tx } from '../db/tables'
import type { NewJob } from './job'

/** The states of a job that is still to be done. */
export const OPEN = ['waiting', 'running'] as const
/** How long a lease lasts without a heartbeat; afterwards another server takes the job over. */
export const LEASE_MICROS = 30 * 1_000_000

/**
 * Add a job in the transaction that causes it, so that it exists if and only if that is committed. If a job of the same kind and subject is
 * waiting, no second one is added; if one is running, it is run once more afterwards. Call this late in a transaction, since other
 * transactions that add the same job wait for it.
 */
export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  const row = newRow(job)
  await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['kind', 'subject'])
        .where('state', 'in', [sql.lit(OPEN[0]), sql.lit(OPEN[1])])
        .doUpdateSet({
          is_due_again: sql`case when jobs.state = 'running' then 1 else 0 end`,
          // A new request never postpones a waiting job.
          due_at: sql`case when jobs.state = 'waiting' and jobs.due_at < excluded.due_at then jobs.due_at else excluded.due_at end`,
        }),
    )
    .execute()
}

/**
 * Add a job that the caller does itself, in steps (`runningJob`), right after the commit. If the caller stops before the end, the lease
 * expires, and a server takes the job over like any other.
 *
 * @param job - its subject must be new
 */
export async function enqueueHeld(tx: Tx, job: NewJob): Promise<JobTable> {
  const row = await enqueueHeldAlone(tx, job)
  if (!row) throw new Error('A job with this subject is open already.')
  return row
}

/** The same for a subject that may have an open job: then nothing is added, and the result is undefined. */
export async function enqueueHeldAlone(tx: Tx, job: NewJob): Promise<JobTable | undefined> {
  const row = newRow(job)
  const held = { state: 'running' as const, lease: randomUUID(), lease_until: row.inserted_at + LEASE_MICROS }
  return tx
    .insertInto('jobs')
    .values({ ...row, ...held, started_at: row.inserted_at })
    .onConflict((oc) =>
      oc
        .columns(['kind', 'subject'])
        .where('state', 'in', [sql.lit(OPEN[0]), sql.lit(OPEN[1])])
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

function newRow(job: NewJob): JobTable {
  const now = nowMicros()
  return {
    id: job.id ?? randomUUID(),
    kind: job.kind,
    subject: job.subject,
    dataset_id: job.dataset?.id ?? null,
    dataset_name: job.dataset?.name ?? null,
    data: JSON.stringify(job.data ?? {}),
    state: 'waiting',
    done: 0,
    total: job.total ?? null,
    failures: 0,
    error: null,
    is_due_again: 0,
    is_cancel_requested: 0,
    lease: null,
    lease_until: null,
    due_at: job.dueAt ?? now,
    inserted_at: now,
    started_at: null,
    finished_at: null,
  }
}
