import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { nowMicros } from '../db/clock'
import type { JobTable, Tx } from '../db/tables'
import type { NewJob } from './job'

/** The states of a job that is still to be done. */
export const OPEN = ['waiting', 'running'] as const
/** How long a job stays with a server that says nothing more: another one then takes it over. */
export const LEASE_MICROS = 30 * 1_000_000

/**
 * Add a job in the transaction of its cause: it exists exactly when that is committed. When one of its kind and subject is waiting, that one does; when one is
 * running, it is run once more. To be called late in a transaction: others that have the same cause wait for it.
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
          // One that waits is not put off by what asks for it again later.
          due_at: sql`case when jobs.state = 'waiting' and jobs.due_at < excluded.due_at then jobs.due_at else excluded.due_at end`,
        }),
    )
    .execute()
}

/**
 * Add a job that the caller does by itself, in steps (`runningJob`), right after the commit. Should it stop in the middle, the lease ends, and a server takes the job up like any other.
 *
 * @param job - its subject is new
 */
export async function enqueueHeld(tx: Tx, job: NewJob): Promise<JobTable> {
  const row = newRow(job)
  const held = { state: 'running' as const, lease: randomUUID(), lease_until: row.inserted_at + LEASE_MICROS }
  return tx
    .insertInto('jobs')
    .values({ ...row, ...held, started_at: row.inserted_at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function newRow(job: NewJob): JobTable {
  const now = nowMicros()
  return {
    id: randomUUID(),
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
