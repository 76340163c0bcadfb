import type {
  AssignmentCreate,
  AssignmentDelete,
  AssignmentPreview,
  Assignments,
} from '@postil/contract/feedback/team/assignments'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import type { DatasetTable, Db, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { dealRecords } from './assign-records'
import {
  countByPerson,
  countRecordsAssigned,
  hastenTakingBack,
  markAssigned,
  selectAssignable,
  selectJobs,
} from './assignments.store'
import type { DealState } from './deal'
import { type AssignmentJob, startJob } from './free-assignments'
import { nextSelected, readSelection, type SelectionPlace } from './selected-records'

/** Records that are dealt at a time where nothing is written. */
const PREVIEW_PORTION = 1000

/** What each person was assigned, what is being assigned, and what failed, until the same was done with success since. */
export async function findAssignments(db: Db, dataset: DatasetTable): Promise<Assignments> {
  const now = nowMicros()
  // Without those that wait in case people come back: they have not begun.
  const unfinished = (await selectJobs(db, dataset.id, ['waiting', 'running', 'failed'])).filter(
    ({ state, failures, due_at }) => state !== 'waiting' || Number(failures) > 0 || Number(due_at) <= now,
  )
  const hasFailed = unfinished.some(({ state }) => state === 'failed')
  const done = hasFailed ? await selectJobs(db, dataset.id, ['done']) : []
  const jobs = unfinished.filter(
    (job) =>
      job.state !== 'failed' ||
      !done.some((later) => later.inserted_at > job.inserted_at && actionOf(later) === actionOf(job)),
  )
  return {
    records: await countRecordsAssigned(db, dataset.id),
    people: await countByPerson(db, dataset),
    jobs: jobs.map((job) => ({
      id: job.id,
      action: actionOf(job),
      state: job.state === 'failed' ? 'failed' : 'open',
      done: Number(job.done),
      total: job.total === null ? null : Number(job.total),
    })),
  }
}

function actionOf({ data }: { data: string }): AssignmentJob['action'] {
  const job: AssignmentJob = JSON.parse(data)
  return job.action
}

/** How many records each person would get. */
export async function previewAssignment(
  db: Db,
  user: SessionUser,
  dataset: DatasetTable,
  body: AssignmentCreate,
): Promise<AssignmentPreview> {
  const state = await readDeal(db, dataset, body)
  const names = new Map((await selectAssignable(db, dataset.workspace_id, idsOf(body))).map((one) => [one.id, one]))
  const selected = await readSelection(db, user, dataset, body)
  const counts = new Map<string, number>()
  const preview = { records: 0, incomplete: 0 }
  for (let after: SelectionPlace | undefined; ; ) {
    const page = await nextSelected(db, selected, after, PREVIEW_PORTION)
    if (!page) break
    after = page.place
    const { given, incomplete } = await dealRecords(db, page.pks, state)
    preview.records += page.pks.length
    preview.incomplete += incomplete
    for (const id of [...given.values()].flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const people = state.people.map(({ user_id }) => {
    return { user_id, username: names.get(user_id)?.username ?? null, records: counts.get(user_id) ?? 0 }
  })
  return { ...preview, people }
}

/** Have records assigned in the background. Returns the id of the job. */
export async function startAssignment(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  body: AssignmentCreate,
): Promise<string> {
  const { record_ids, search } = body
  const state = await readDeal(tx, dataset, body)
  // What people who have left still hold is taken back before it is dealt out.
  await hastenTakingBack(tx, dataset.id)
  // Refuses now what could not be found later.
  await readSelection(tx, user, dataset, { record_ids, search })
  await markAssigned(tx, dataset.id)
  return startJob(tx, dataset, { action: 'assign', by: user.id, deal: state, record_ids, search })
}

/** Have unanswered records taken back in the background. Returns the id of the job. */
export async function startTakeBack(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  body: AssignmentDelete,
): Promise<string> {
  if (body.record_ids || body.search) await readSelection(tx, user, dataset, body)
  return startJob(tx, dataset, { action: 'take_back', by: user.id, ...body })
}

/** @throws InvalidError for people who cannot open the dataset, or are named twice */
async function readDeal(
  db: Db,
  dataset: DatasetTable,
  { people, people_per_record }: AssignmentCreate,
): Promise<DealState> {
  const ids = idsOf({ people })
  const able = new Set((await selectAssignable(db, dataset.workspace_id, ids)).map(({ id }) => id))
  for (const [at, id] of ids.entries()) {
    if (!able.has(id)) throw new InvalidError(`User with id \`${id}\` is no member of the workspace`)
    if (ids.indexOf(id) !== at) throw new InvalidError(`User with id \`${id}\` is named more than once`)
  }
  return {
    people: people.map(({ user_id, quota }) => ({ user_id, left: quota ?? null })),
    perRecord: people_per_record ?? dataset.min_submitted,
    next: 0,
  }
}

function idsOf({ people }: Pick<AssignmentCreate, 'people'>): string[] {
  return people.map(({ user_id }) => user_id)
}
