import type { Tx } from '../../db/tables'
import { enqueue } from '../../jobs/enqueue'
import type { JobDefinition, Progress, RunningJob } from '../../jobs/job'
import { deleteReplacedOf } from '../options/option-changes.service'
import { enqueueSealing, giveUpSegments } from '../task/segments/segments.service'
import { logPurge } from './bin.service'
import { closeBin, recordsOf } from './bin.store'

/** Number of records deleted in one transaction: so few that no answer is noticeably delayed. */
const STEP = 200

/**
 * Delete a dataset whose time in the bin is over, or the records left behind by a deleted dataset or an aborted import. A dataset that was
 * restored is left alone.
 */
export const purgeDataset: JobDefinition = {
  run: async (job) => {
    if (!(await job.step((tx, progress) => mayPurge(tx, job, progress)))) return
    const id = job.row.subject
    while (await job.step((tx, progress) => count(progress, clearFeedback(tx, id)))) {
      // Each step is a transaction of its own, so that other writers can run in between.
    }
    while (await job.step((tx, progress) => count(progress, clearTask(tx, 'task_records', id)))) {
      // The same applies here.
    }
    while ((await job.step((tx) => clearTask(tx, 'task_deletions', id))) > 0n) {
      // There may be as many tombstones as there were records.
    }
    while ((await job.step((tx) => deleteReplacedOf(tx, id, STEP))) > 0) {
      // And here.
    }
    await job.step((tx) => clearRest(tx, id))
  },
}

async function mayPurge(tx: Tx, { row: { subject, dataset_name } }: RunningJob, progress: Progress): Promise<boolean> {
  const due = await closeBin(tx, subject, { isDue: true })
  if (due) await logPurge(tx, null, due)
  const kept = await tx.selectFrom('bin').selectAll().where('dataset_id', '=', subject).executeTakeFirst()
  const purgeAt = kept?.purge_at
  if (purgeAt !== undefined && purgeAt > 0) {
    // The dataset was restored and deleted again meanwhile.
    const dataset = { id: subject, ...(dataset_name !== null && { name: dataset_name }) }
    await enqueue(tx, { kind: 'purge_dataset', subject, dataset, dueAt: purgeAt })
    return false
  }
  if (kept) progress.total = recordsOf(kept)
  return purgeAt === 0 || !(await isThere(tx, subject))
}

async function isThere(tx: Tx, id: string): Promise<boolean> {
  const feedback = await tx.selectFrom('datasets').select('id').where('id', '=', id).execute()
  const task = await tx.selectFrom('task_datasets').select('id').where('id', '=', id).execute()
  return feedback.length + task.length > 0
}

async function clearFeedback(tx: Tx, id: string): Promise<bigint> {
  const some = tx.selectFrom('records').select('pk').where('dataset_id', '=', id).orderBy('inserted_at').limit(STEP)
  return (await tx.deleteFrom('records').where('pk', 'in', some).executeTakeFirstOrThrow()).numDeletedRows
}

async function clearTask(tx: Tx, table: 'task_records' | 'task_deletions', id: string): Promise<bigint> {
  const some = tx.selectFrom(table).select('key').where('dataset_id', '=', id).limit(STEP)
  const done = tx.deleteFrom(table).where('dataset_id', '=', id).where('key', 'in', some)
  return (await done.executeTakeFirstOrThrow()).numDeletedRows
}

async function clearRest(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('given_answers').where('dataset_id', '=', id).execute()
  await tx.deleteFrom('leases').where('dataset_id', '=', id).execute()
  await tx.deleteFrom('option_changes').where('dataset_id', '=', id).execute()
  if (await giveUpSegments(tx, id)) await enqueueSealing(tx, id)
  await tx.deleteFrom('task_datasets').where('id', '=', id).execute()
  await tx.deleteFrom('bin').where('dataset_id', '=', id).execute()
}

async function count(progress: { done: number }, deleted: Promise<bigint>): Promise<boolean> {
  progress.done = Number(await deleted)
  return progress.done > 0
}
