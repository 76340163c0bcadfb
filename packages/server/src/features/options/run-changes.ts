import type { OptionChange, OptionTouches } from '@postil/contract/options'
import type { Relabel } from '@postil/domain/options/option-list'
import { nowMicros } from '../../db/clock'
import type { Engine } from '../../db/engines/engine'
import type { Db, Tx } from '../../db/tables'
import type { JobDefinition, RunningJob } from '../../jobs/job'
import { isInBin } from '../bin/bin.service'
import { findQuestionOwner } from '../feedback/questions/question-owner.service'
import { findLabelOwner } from '../task/settings/label-owner.service'
import { logChange, UNDO_MICROS } from './option-changes.service'
import {
  deleteChange,
  deleteReplaced,
  findOpen,
  forgetReplaced,
  hasReplaced,
  holdChange,
  insertReplaced,
  type StoredChange,
  selectReplaced,
  updateChange,
  walkOf,
} from './option-changes.store'
import { addTouches, type OptionOwner } from './option-owner'

/** Rows changed, restored or deleted in one transaction: few enough not to delay an answer. */
const STEP = 100

/** Apply a change of labels or options, or its undo, to the records in batches. */
export const optionChange: JobDefinition = {
  run: async (job, { engine }) => {
    const { subject } = job.row
    for (let open = await findOpen(engine.db, subject); open; open = await findOpen(engine.db, subject)) {
      // The change is continued when the dataset is restored.
      if (open.question_id !== null && (await isInBin(engine.db, open.dataset_id))) return
      await runStep(engine, job, open)
    }
  },
}

/** Delete the values kept for changes that can no longer be undone. */
export const forgetChanges: JobDefinition = {
  run: async ({ step }) => {
    const forgetSome = () =>
      step(async (tx, progress) => {
        progress.done = await forgetReplaced(tx, nowMicros() - UNDO_MICROS, STEP)
        return progress.done > 0
      })
    while (await forgetSome()) {
      // Each step is its own transaction, so that other writers can run in between.
    }
  },
}

/** One step of a change. Its records are found on a read connection, so that the writer never waits for a search. */
async function runStep(engine: Engine, job: RunningJob, seen: StoredChange): Promise<void> {
  const owner = await findOwner(engine.db, seen)
  const change: OptionChange = JSON.parse(seen.change)
  const relabel = walkOf(change, seen)
  // Restore replaced values first: the walk then handles what was written since.
  const isWalk = seen.state === 'running' || !(await hasReplaced(engine.db, seen.id))
  const keys = owner && relabel && isWalk ? await owner.find(engine.heavyDb, relabel.from, seen.walked_to, STEP) : []
  const used =
    owner && seen.state === 'undoing' && change.kind === 'add' ? await usedOf(engine.heavyDb, owner, change) : []
  await job.step(async (tx, progress) => {
    const current = await findOwner(tx, seen)
    if (!current) return (await isInBin(tx, seen.dataset_id)) ? undefined : deleteChange(tx, seen.id)
    const { list } = await current.lock(tx)
    const row = await holdChange(tx, seen.id)
    // Another server on the same database has already done this step.
    if (row?.state !== seen.state || row.walked_to !== seen.walked_to) return
    if (!isWalk || (relabel && keys.length > 0)) {
      const touched =
        isWalk && relabel ? await relabelSome(tx, current, row, relabel, keys) : await putBackSome(tx, current, row)
      progress.done = touched.records
      return
    }
    // A transaction started before the change may still have written the old value: repeat until a walk finds nothing.
    if (row.is_pass_clean === 0) return updateChange(tx, row.id, { walked_to: '', is_pass_clean: 1 })
    if (row.state === 'undoing' && change.kind === 'add') {
      const added = new Set(change.options.map(({ value }) => value))
      const retired = list.retired.filter(({ value }) => !added.has(value) || used.includes(value))
      await current.save(tx, { ...list, retired })
    }
    const state = row.state === 'running' ? 'done' : 'undone'
    await updateChange(tx, row.id, { state, ended_at: nowMicros() })
    await logChange(tx, current, { ...row, state })
  })
}

/** Who changes the options, or takes their change back. */
function actorOf({ state, user_id, undone_by }: StoredChange): string {
  return state === 'undoing' ? (undone_by ?? user_id) : user_id
}

async function putBackSome(tx: Tx, owner: OptionOwner, row: StoredChange): Promise<OptionTouches> {
  const rows = await selectReplaced(tx, row.id, STEP)
  const touched = await owner.putBack(tx, rows, actorOf(row))
  await deleteReplaced(tx, row.id, rows)
  await updateChange(tx, row.id, { touched: JSON.stringify(addTouches(JSON.parse(row.touched), touched)) })
  return touched
}

async function relabelSome(
  tx: Tx,
  owner: OptionOwner,
  row: StoredChange,
  relabel: Relabel,
  keys: readonly string[],
): Promise<OptionTouches> {
  const { replaced, touched, walkedTo } = await owner.relabel(tx, relabel, keys, actorOf(row))
  if (row.state === 'running') await insertReplaced(tx, row.id, replaced)
  await updateChange(tx, row.id, {
    walked_to: walkedTo,
    touched: JSON.stringify(addTouches(JSON.parse(row.touched), touched)),
    ...(replaced.length > 0 && { is_pass_clean: 0 }),
  })
  return touched
}

async function usedOf(db: Db, owner: OptionOwner, change: Extract<OptionChange, { kind: 'add' }>): Promise<string[]> {
  const used: string[] = []
  for (const { value } of change.options) if (await isUsed(db, owner, value)) used.push(value)
  return used
}

async function isUsed(db: Db, owner: OptionOwner, value: string): Promise<boolean> {
  if ((await owner.countApart(db, value)).rules > 0) return true
  for (let after = ''; ; ) {
    const keys = await owner.find(db, value, after, STEP)
    const last = keys.at(-1)
    if (last === undefined) return false
    if ((await owner.count(db, value, keys)).records > 0) return true
    after = last
  }
}

function findOwner(db: Db, { dataset_id, question_id }: StoredChange): Promise<OptionOwner | undefined> {
  return question_id === null ? findLabelOwner(db, dataset_id) : findQuestionOwner(db, question_id)
}
