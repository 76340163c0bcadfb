import { CANCELLABLE_JOBS, JOB_KINDS, type JobBody, jobRoutes } from '@postil/contract/jobs'
import { sql } from 'kysely'
import type { SessionUser } from '../../context'
import { nowMicros, wireTime, wireTimeOrNull } from '../../db/clock'
import { logEvent } from '../../db/events'
import { findsAny } from '../../db/finds-any'
import type { Db, JobTable, Tx } from '../../db/tables'
import { ConflictError, NotFoundError } from '../../errors'
import { handle } from '../../http/calls/handle'

export const jobHandlers = handle(jobRoutes, {
  listJobs: async ({ db }) => ({ items: await listJobs(db) }),
  cancelJob: ({ tx, user, params }) => cancelJob(tx, user, params.job_id),
  retryJob: ({ tx, user, params, later }) => {
    later({ work: 'runJobs' })
    return retryJob(tx, user, params.job_id)
  },
})

const LISTED = 200

/**
 * Running, waiting, failed and then finished jobs, newest first. Jobs whose time has not come and jobs that found nothing to do are left
 * out.
 */
async function listJobs(db: Db): Promise<JobBody[]> {
  const rows = await selectJobs(db)
    .where('jobs.kind', 'in', JOB_KINDS)
    .where((eb) =>
      eb.or([
        eb('jobs.state', 'in', ['running', 'failed', 'cancelled']),
        eb.and([eb('jobs.state', '=', 'waiting'), eb.or([eb('due_at', '<=', nowMicros()), eb('failures', '>', 0)])]),
        eb.and([eb('jobs.state', '=', 'done'), eb('done', '>', 0)]),
      ]),
    )
    .orderBy(sql`case jobs.state when 'running' then 0 when 'waiting' then 1 when 'failed' then 2 else 3 end`)
    .orderBy(sql`coalesce(jobs.finished_at, jobs.inserted_at)`, 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(jobToWire)
}

/** Cancel a job: at once if it is waiting, with its next step if it is running. */
async function cancelJob(tx: Tx, user: SessionUser, id: string): Promise<JobBody> {
  const row = await holdJob(tx, id)
  if (!CANCELLABLE_JOBS.includes(row.kind)) throw new ConflictError('A job of this kind cannot be cancelled.')
  if (row.state !== 'waiting' && row.state !== 'running') throw new ConflictError('The job is over.')
  const change =
    row.state === 'running'
      ? { is_cancel_requested: 1, is_due_again: 0 }
      : { state: 'cancelled' as const, finished_at: nowMicros() }
  return changeJob(tx, user, 'job.cancel', id, change)
}

/** Retry a failed job now. */
async function retryJob(tx: Tx, user: SessionUser, id: string): Promise<JobBody> {
  const row = await holdJob(tx, id)
  const isPausing = row.state === 'waiting' && row.failures > 0
  if (row.state !== 'failed' && !isPausing) throw new ConflictError('Only a job that failed can be tried again.')
  if (row.state === 'failed' && (await hasOpen(tx, row)))
    throw new ConflictError('Another job is at the same work by now.')
  return changeJob(tx, user, 'job.retry', id, {
    ...{ state: 'waiting', due_at: nowMicros(), finished_at: null, is_cancel_requested: 0 },
  })
}

/** Lock a job until the end of the transaction, since the server that runs it may be about to update it. */
async function holdJob(tx: Tx, id: string): Promise<JobTable> {
  const row = await tx
    .updateTable('jobs')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new NotFoundError(`Job with id \`${id}\` not found`)
  return row
}

async function hasOpen(tx: Tx, { kind, subject }: JobTable): Promise<boolean> {
  const open = tx.selectFrom('jobs').select('id').where('kind', '=', kind).where('subject', '=', subject)
  return findsAny(open.where('state', 'in', ['waiting', 'running']))
}

async function changeJob(
  tx: Tx,
  user: SessionUser,
  kind: 'job.cancel' | 'job.retry',
  id: string,
  change: Partial<JobTable>,
): Promise<JobBody> {
  const job = selectJobs(tx).where('jobs.id', '=', id)
  const before = jobToWire(await job.executeTakeFirstOrThrow())
  await tx.updateTable('jobs').set(change).where('id', '=', id).execute()
  const after = jobToWire(await job.executeTakeFirstOrThrow())
  await logEvent(tx, { kind, subjectId: id, userId: user.id, datasetId: after.dataset?.id ?? null, before, after })
  return after
}

/** Jobs with the current name of their dataset, of either family. */
function selectJobs(db: Db) {
  return db
    .selectFrom('jobs')
    .leftJoin('datasets', 'datasets.id', 'jobs.dataset_id')
    .leftJoin('task_datasets', 'task_datasets.id', 'jobs.dataset_id')
    .leftJoin('bin', 'bin.dataset_id', 'jobs.dataset_id')
    .selectAll('jobs')
    .select(({ fn }) => fn.coalesce('datasets.name', 'bin.name', 'task_datasets.name', 'jobs.dataset_name').as('name'))
}

function jobToWire(row: JobTable & { name: string | null }): JobBody {
  const { id, kind, state, error } = row
  return {
    id,
    kind,
    state,
    dataset: row.dataset_id === null ? null : { id: row.dataset_id, name: row.name },
    done: row.done,
    total: row.total,
    failures: row.failures,
    error,
    is_cancellable: CANCELLABLE_JOBS.includes(kind) && (state === 'waiting' || state === 'running'),
    is_cancel_requested: row.is_cancel_requested === 1 && state === 'running',
    inserted_at: wireTime(row.inserted_at),
    due_at: wireTime(row.due_at),
    started_at: wireTimeOrNull(row.started_at),
    finished_at: wireTimeOrNull(row.finished_at),
  }
}
