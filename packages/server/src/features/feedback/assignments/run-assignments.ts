import type { SessionUser } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { DatasetTable, Db, Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import type { JobDefinition } from '../../../jobs/job'
import { isInBin } from '../../bin/bin.service'
import { assignRecords, takeBackRecords } from './assign-records'
import { findDatasetRow, selectAssignable } from './assignments.store'
import { isOver } from './deal'
import type { AssignmentJob } from './free-assignments'
import { countSelected, nextSelected, readSelection, type Selected } from './selected-records'

/** Records of one transaction: few enough not to delay an answer. */
const PORTION = 100

/** Assign records to people, or take them back, portion by portion. What is deleted meanwhile is passed by. */
export const assignmentJob: JobDefinition = {
  // Records are dealt by what others hold, which an earlier job may still be taking back.
  isInOrder: true,
  run: async ({ row, step }, { engine }) => {
    const datasetId = row.dataset_id ?? ''
    let todo: AssignmentJob = JSON.parse(row.data)
    const dataset = await findDatasetRow(engine.db, datasetId)
    if (!dataset) {
      if (await isInBin(engine.db, datasetId)) throw datasetGone()
      return
    }
    const selected = await findSelected(engine, dataset, todo)
    if (!todo.isCounted) {
      const total = await countSelected(engine.heavyDb, selected)
      todo = await step(async (_, progress) => {
        progress.total = total
        progress.data = { ...todo, isCounted: true }
        return { ...todo, isCounted: true }
      })
    }
    while (todo.action === 'take_back' || !isOver(todo.deal)) {
      const page = await nextSelected(engine.heavyDb, selected, todo.after, PORTION)
      if (!page) return
      // A transaction may be tried again: each time begins with its own copy.
      const from = JSON.stringify({ ...todo, after: page.place })
      todo = await step(async (tx, progress) => {
        const next: AssignmentJob = JSON.parse(from)
        const current = await findDatasetRow(tx, datasetId)
        if (!current) throw datasetGone()
        if (next.action === 'assign') await assignRecords(tx, next.by, current, page.pks, next.deal)
        else await takeBack(tx, next, current, page.pks)
        progress.done = page.pks.length
        progress.data = next
        return next
      })
    }
  },
}

/** The job goes on where it was when the dataset is restored (`enqueueUnfinished`). */
function datasetGone(): ConflictError {
  return new ConflictError('The dataset was deleted. This goes on if it is restored.')
}

async function takeBack(
  tx: Tx,
  { by, user_ids, hasLeft = false }: Extract<AssignmentJob, { action: 'take_back' }>,
  dataset: DatasetTable,
  pks: readonly number[],
): Promise<void> {
  // They may have come back before their records were reached.
  if (hasLeft && (await selectAssignable(tx, dataset.workspace_id, user_ids ?? [])).length > 0) return
  await takeBackRecords(tx, by, dataset, pks, user_ids ?? undefined, hasLeft)
}

/** @throws ConflictError when the user who started a search was deleted since */
async function findSelected(engine: Engine, dataset: DatasetTable, todo: AssignmentJob): Promise<Selected> {
  if (todo.action === 'take_back' && !todo.record_ids && !todo.search)
    return { by: 'held', datasetId: dataset.id, userIds: todo.user_ids ?? undefined }
  const user = await findActor(engine.db, todo.by)
  if (!user) throw new ConflictError('The user who started this was deleted.')
  return readSelection(engine.db, user, dataset, todo)
}

/** Who asked for it, by whose responses and role a search is read; undefined when they were deleted since. */
async function findActor(db: Db, id: string): Promise<SessionUser | undefined> {
  return db.selectFrom('users').select(['id', 'username', 'role']).where('id', '=', id).executeTakeFirst()
}
