import { createHash, randomUUID } from 'node:crypto'
import type { AssignmentCreate, AssignmentDelete } from '@postil/contract/feedback/team/assignments'
import { LIMITS } from '@postil/contract/limits'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { DatasetTable, Tx } from '../../../db/tables'
import { enqueue } from '../../../jobs/enqueue'
import type { Place } from '../../../search/record-query'
import { updateStats } from '../datasets/dataset-stats'
import { deleteUnansweredOf, selectLiving, selectUnreachable } from './assignments.store'
import type { DealState } from './deal'

// Separate from assignments.routes.ts, which imports the search: what datasets and users, which the search imports, need of assignments.

export { holdAssignable } from './assignments.store'

/** Records in one event. */
const IDS_PER_EVENT = 10_000

/** Where the next portion of a selection begins. */
export type SelectionPlace = Place | number

/** What a job of assignments has to do: its `data`. */
export type AssignmentJob = { by: string; after?: SelectionPlace; isCounted?: boolean } & (
  | ({ action: 'assign'; deal: DealState } & Pick<AssignmentCreate, 'record_ids' | 'search'>)
  // `hasLeft`: because the users cannot open the dataset any more.
  | ({ action: 'take_back'; hasLeft?: boolean } & AssignmentDelete)
)

/** Enqueue a job of assignments. Returns its id. */
export async function startJob(
  tx: Tx,
  dataset: Pick<DatasetTable, 'id' | 'name'>,
  data: AssignmentJob,
  dueAt?: number,
): Promise<string> {
  const id = randomUUID()
  await enqueue(tx, { kind: 'assign_records', id, subject: subjectOf(id, data), dataset, data, dueAt })
  return id
}

/**
 * Enqueue jobs that take back what users with assigned records cannot open: one user, who has left or was disabled, or all of a dataset.
 * One user keeps them for a minute, and for good if they are back by then, so that this can be undone.
 */
export async function freeUnreachable(
  tx: Tx,
  by: string,
  of: { userId: string } | { datasetId: string },
): Promise<void> {
  const dueAt = 'userId' in of ? nowMicros() + LIMITS.takeBackSeconds * 1_000_000 : undefined
  for (const { user_id, ...dataset } of await selectUnreachable(tx, of))
    await startJob(tx, dataset, { action: 'take_back', by, user_ids: [user_id], hasLeft: true }, dueAt)
}

/** Take back what a user has not answered who is about to be deleted. Returns the datasets, for {@link reopenQueues}. */
export async function freeBeforeDeletion(tx: Tx, by: string, userId: string): Promise<string[]> {
  const byDataset = new Map<string, string[]>()
  for (const { dataset_id, record_id } of await deleteUnansweredOf(tx, userId)) {
    const ids = byDataset.get(dataset_id)
    if (ids) ids.push(record_id)
    else byDataset.set(dataset_id, [record_id])
  }
  // No `record.assign` for each record: its list of people is true only while the record is locked. The deletion would have to lock and log
  // tens of thousands of records in one transaction, and take these locks after that of the user, for which people who answer wait.
  // Not in `user.delete` either, which is read for the name of the user. The ids are random, so packing would save little.
  for (const [datasetId, ids] of byDataset)
    for (let from = 0; from < ids.length; from += IDS_PER_EVENT)
      await logEvent(tx, {
        kind: 'assignments.take_back',
        subjectId: userId,
        userId: by,
        datasetId,
        before: { user_id: userId, record_ids: ids.slice(from, from + IDS_PER_EVENT) },
      })
  return [...byDataset.keys()]
}

/** Note that records may be pending again in some datasets. A dataset in the bin has no queue; restoring it notes this anyway. */
export async function reopenQueues(tx: Tx, datasetIds: readonly string[]): Promise<void> {
  for (const id of await selectLiving(tx, datasetIds)) await updateStats(tx, id, { isReopened: true, isAssigned: true })
}

/** The subject of a job: what it does, then its id, so that the same can be asked for again while it runs. */
function subjectOf(id: string, data: AssignmentJob): string {
  const people = data.action === 'assign' ? data.deal.people.map(({ user_id }) => user_id) : data.user_ids
  const { record_ids, search } = data
  const work = JSON.stringify([people?.toSorted(), record_ids?.toSorted(), search])
  return `${data.action} ${createHash('sha256').update(work).digest('hex')} ${id}`
}

/** The same for jobs that do the same with the same records and people, whatever the quotas. */
export function workOf({ subject }: { subject: string }): string {
  return subject.slice(0, subject.lastIndexOf(' '))
}

/** What a job does, by its subject. */
export function actionOf({ subject }: { subject: string }): AssignmentJob['action'] {
  return subject.startsWith('take_back ') ? 'take_back' : 'assign'
}
