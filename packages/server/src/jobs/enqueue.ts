import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { nowMicros } from '../db/clock'
import type { JobTable, Tx } from '../db/tables'
import type { NewJob } from './job'

/** The states of a job that is still to be done. */
export const OPEN = ['waiting', 'running'] as const

/**
 * Add a job in the transaction of its cause: it exists exactly when that is committed. When one of its kind and subject is waiting, that one does; when one is
 * running, it is run once more. To be called late in a transaction: others that have the same cause wait for it.
 */
export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  const now = nowMicros()
  const row: JobTable = {
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
  await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['kind', 'subject'])
        .where('state', 'in', [sql.lit(OPEN[0]), sql.lit(OPEN[1])])
        .doUpdateSet({
          is_due_again: sql`case when jobs.state = 'running' then 1 else 0 end`,
          due_at: sql`excluded.due_at`,
        }),
    )
    .execute()
}
