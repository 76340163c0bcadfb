import {
  type AssignmentCreate,
  type AssignmentDelete,
  type AssignmentPreview,
  type Assignments,
  assignmentRoutes,
  type TakeBackPreview,
} from '@postil/contract/feedback/team/assignments'
import { fullNameOf } from '@postil/domain/people/full-name'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import type { DatasetTable, Db, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { handle } from '../../../http/calls/handle'
import { dealRecords } from './assign-records'
import {
  countByPerson,
  countRecordsAssigned,
  hastenTakingBack,
  markAssigned,
  selectAssignable,
  selectJobs,
  selectUnanswered,
} from './assignments.store'
import type { DealState } from './deal'
import { actionOf, type SelectionPlace, startJob, workOf } from './free-assignments'
import { nextSelected, readSelection, type Selected } from './selected-records'

/** Handlers of the assignment of records to people. */
export const assignmentHandlers = handle(assignmentRoutes, {
  getAssignments: ({ context, found }) => findAssignments(context.engine.heavyDb, found('dataset')),
  previewAssignment: ({ context, user, found, body }) =>
    previewAssignment(context.engine.heavyDb, user, found('dataset'), body),
  previewTakeBack: ({ context, user, found, body }) =>
    previewTakeBack(context.engine.heavyDb, user, found('dataset'), body),
  createAssignment: async ({ tx, user, found, body, later }) => {
    const job_id = await startAssignment(tx, user, found('dataset'), body)
    later({ work: 'runJobs' })
    return { job_id }
  },
  deleteAssignment: async ({ tx, user, found, body, later }) => {
    const job_id = await startTakeBack(tx, user, found('dataset'), body)
    later({ work: 'runJobs' })
    return { job_id }
  },
})

/** Records that are dealt at a time where nothing is written. */
const PREVIEW_PORTION = 1000

/** What each person was assigned, what is being assigned, and what failed, until the same records were assigned to the same people since. */
async function findAssignments(db: Db, dataset: DatasetTable): Promise<Assignments> {
  const now = nowMicros()
  // Without those that wait in case people come back: they have not begun.
  const unfinished = (await selectJobs(db, dataset.id, ['waiting', 'running', 'failed'])).filter(
    ({ state, failures, due_at }) => state !== 'waiting' || failures > 0 || due_at <= now,
  )
  const hasFailed = unfinished.some(({ state }) => state === 'failed')
  const done = hasFailed ? await selectJobs(db, dataset.id, ['done']) : []
  const jobs = unfinished.filter(
    (job) =>
      job.state !== 'failed' ||
      !done.some((later) => later.inserted_at > job.inserted_at && workOf(later) === workOf(job)),
  )
  return {
    records: await countRecordsAssigned(db, dataset.id),
    people: await countByPerson(db, dataset),
    jobs: jobs.map((job) => ({
      id: job.id,
      action: actionOf(job),
      state: job.state === 'failed' ? 'failed' : 'open',
      done: job.done,
      total: job.total,
    })),
  }
}

/** How many records each person would get. */
async function previewAssignment(
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
    const named = names.get(user_id)
    const name = named ? fullNameOf(named) : null
    return { user_id, username: named?.username ?? null, name, records: counts.get(user_id) ?? 0 }
  })
  return { ...preview, people }
}

/** How many records would be taken back from each person. */
async function previewTakeBack(
  db: Db,
  user: SessionUser,
  dataset: DatasetTable,
  body: AssignmentDelete,
): Promise<TakeBackPreview> {
  const selected = await readTakeBack(db, user, dataset, body)
  const people = new Map<string, TakeBackPreview['people'][number]>()
  let records = 0
  for (let after: SelectionPlace | undefined; ; ) {
    const page = await nextSelected(db, selected, after, PREVIEW_PORTION)
    if (!page) break
    after = page.place
    const rows = page.pks.length === 0 ? [] : await selectUnanswered(db, page.pks, body.user_ids ?? undefined)
    records += new Set(rows.map(({ record_pk }) => record_pk)).size
    for (const { user_id, username, ...names } of rows) {
      const known = people.get(user_id)
      people.set(user_id, { user_id, username, name: fullNameOf(names), records: (known?.records ?? 0) + 1 })
    }
  }
  return { records, people: [...people.values()].sort((one, other) => (one.user_id < other.user_id ? -1 : 1)) }
}

/** The records that may be taken back: those selected, or all that are assigned. */
async function readTakeBack(
  db: Db,
  user: SessionUser,
  dataset: DatasetTable,
  { record_ids, search, user_ids }: AssignmentDelete,
): Promise<Selected> {
  if (record_ids || search) return readSelection(db, user, dataset, { record_ids, search })
  return { by: 'held', datasetId: dataset.id, userIds: user_ids ?? undefined }
}

/** Have records assigned in the background. Returns the id of the job. */
async function startAssignment(
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
async function startTakeBack(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  body: AssignmentDelete,
): Promise<string> {
  // Refuses now what could not be found later.
  await readTakeBack(tx, user, dataset, body)
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
