import { randomUUID } from 'node:crypto'
import type { OptionChange, OptionChangeBody, OptionTouches } from '@postil/contract/options'
import { changeOptions, OptionChangeError, type OptionList, relabelOf } from '@postil/domain/options/option-list'
import type { SessionUser } from '../../context'
import { nowMicros, wireTime } from '../../db/clock'
import { logEvent } from '../../db/events'
import type { Db, OptionChangeTable, Tx } from '../../db/tables'
import { enqueue } from '../../jobs/enqueue'
import { insertChange, insertReplaced, selectChanges, selectLatest, updateChange } from './option-changes.store'
import { addTouches, NOTHING, type OptionOwner } from './option-owner'

export { deleteReplacedOf, type Renaming, selectRenamings } from './option-changes.store'

/** How long a change can be undone, and replaced values are kept. */
export const UNDO_MICROS = 30 * 86_400 * 1_000_000
const LISTED = 20
const PREVIEWED_AT_ONCE = 1000

/** What a change would affect. Throws when it is not possible with the current options. */
export async function previewChange(
  db: Db,
  owner: OptionOwner,
  list: OptionList,
  change: OptionChange,
): Promise<OptionTouches> {
  checked(owner, list, change)
  const value = relabelOf(change)?.from ?? (change.kind === 'retire' ? change.value : undefined)
  if (value === undefined) return NOTHING
  let touched = await owner.countApart(db, value)
  for (let after = ''; ; ) {
    const keys = await owner.find(db, value, after, PREVIEWED_AT_ONCE)
    const last = keys.at(-1)
    if (last === undefined) return touched
    touched = addTouches(touched, await owner.count(db, value, keys))
    after = last
  }
}

/**
 * Change options. The list is changed at once, so that new answers cannot contain removed values; records are updated in the background
 * (`run-changes.ts`).
 */
export async function makeChange(
  tx: Tx,
  user: SessionUser,
  owner: OptionOwner,
  change: OptionChange,
): Promise<OptionChangeBody> {
  const stored = await owner.lock(tx, { waits: true })
  await assertNoneOpen(tx, owner)
  const after = await owner.save(tx, checked(owner, stored.list, change))
  const relabel = relabelOf(change)
  const apart = relabel && (await owner.relabelApart(tx, relabel, user.id))
  const row: OptionChangeTable = {
    id: randomUUID(),
    dataset_id: owner.datasetId,
    question_id: owner.questionId,
    user_id: user.id,
    undone_by: null,
    change: JSON.stringify(change),
    state: relabel ? 'running' : 'done',
    before: stored.text,
    after,
    walked_to: '',
    is_pass_clean: 1,
    touched: JSON.stringify(apart?.touched ?? NOTHING),
    inserted_at: nowMicros(),
    ended_at: relabel ? null : nowMicros(),
  }
  await insertChange(tx, row)
  if (apart) await insertReplaced(tx, row.id, apart.replaced)
  if (relabel) await enqueueChange(tx, owner, row.id)
  else await logChange(tx, owner, row)
  return changeToWire(row)
}

/**
 * Undo the latest change. Records are updated in the background: those not changed since are restored; in the others only a renamed
 * option gets its old name back.
 */
export async function undoChange(tx: Tx, user: SessionUser, owner: OptionOwner, id: string): Promise<OptionChangeBody> {
  const stored = await owner.lock(tx, { waits: true })
  await assertNoneOpen(tx, owner)
  const latest = await selectLatest(tx, owner)
  if (latest?.id !== id) throw owner.conflict('Only the latest change can be undone.')
  if (latest.after !== stored.text) throw owner.conflict('The list was changed in another way since.')
  if (latest.inserted_at < nowMicros() - UNDO_MICROS) throw owner.conflict('The change is too old to be undone.')
  const change: OptionChange = JSON.parse(latest.change)
  const isWalk = relabelOf(change) !== undefined || change.kind === 'add'
  // Added options may be in use by now: retire them, and remove them once it is known that nothing contains them.
  if (change.kind === 'add') await owner.save(tx, withoutAdded(stored.list, change))
  else await owner.restore(tx, latest.before)
  const relabel = change.kind === 'rename' ? relabelOf(change) : undefined
  const apart = relabel && (await owner.relabelApart(tx, { from: relabel.to, to: relabel.from }, user.id))
  const next = {
    ...latest,
    undone_by: user.id,
    state: isWalk ? ('undoing' as const) : ('undone' as const),
    walked_to: '',
    is_pass_clean: 1,
    touched: JSON.stringify(apart?.touched ?? NOTHING),
    ended_at: isWalk ? null : nowMicros(),
  }
  const { state, undone_by, walked_to, is_pass_clean, touched, ended_at } = next
  await updateChange(tx, id, { state, undone_by, walked_to, is_pass_clean, touched, ended_at })
  if (isWalk) await enqueueChange(tx, owner, id)
  else await logChange(tx, owner, next)
  return changeToWire(next)
}

function enqueueChange(tx: Tx, { datasetId }: OptionOwner, id: string): Promise<void> {
  return enqueue(tx, { kind: 'option_change', subject: id, dataset: { id: datasetId } })
}

/** The latest changes, newest first. */
export async function listChanges(
  db: Db,
  owner: Pick<OptionOwner, 'datasetId' | 'questionId'>,
): Promise<{ items: OptionChangeBody[] }> {
  return { items: (await selectChanges(db, owner, LISTED)).map(changeToWire) }
}

/**
 * Throws while an earlier change is still being applied to records.
 *
 * @returns the id of the latest change, if there is one
 */
export async function assertNoneOpen(
  db: Db,
  owner: Pick<OptionOwner, 'datasetId' | 'questionId' | 'conflict'>,
): Promise<string | undefined> {
  const latest = await selectLatest(db, owner)
  if (latest?.state === 'running' || latest?.state === 'undoing')
    throw owner.conflict('An earlier change of the list is still being made. Try again in a moment.')
  return latest?.id
}

/** Write the single event of a change, or of its undo, when it is complete. */
export async function logChange(tx: Tx, owner: OptionOwner, row: OptionChangeTable): Promise<void> {
  const isUndo = row.state === 'undone'
  const part = (text: string) => ({ id: row.id, change: JSON.parse(row.change), options: JSON.parse(text) })
  await logEvent(tx, {
    kind: isUndo ? `${owner.eventKind}_undo` : `${owner.eventKind}_change`,
    subjectId: owner.questionId ?? owner.datasetId,
    userId: isUndo ? row.undone_by : row.user_id,
    datasetId: owner.datasetId,
    before: part(isUndo ? row.after : row.before),
    after: { ...part(isUndo ? row.before : row.after), touched: JSON.parse(row.touched) },
  })
}

function changeToWire(row: OptionChangeTable): OptionChangeBody {
  return {
    id: row.id,
    change: JSON.parse(row.change),
    state: row.state,
    touched: { ...NOTHING, ...JSON.parse(row.touched) },
    inserted_at: wireTime(row.inserted_at),
  }
}

function checked(owner: OptionOwner, list: OptionList, change: OptionChange): OptionList {
  try {
    return changeOptions(list, change, owner.rules)
  } catch (cause) {
    if (cause instanceof OptionChangeError) throw owner.refuse(cause.message)
    throw cause
  }
}

function withoutAdded(
  { offered, retired }: OptionList,
  { options }: Extract<OptionChange, { kind: 'add' }>,
): OptionList {
  const added = new Set(options.map(({ value }) => value))
  return {
    offered: offered.filter(({ value }) => !added.has(value)),
    retired: [...retired, ...offered.filter(({ value }) => added.has(value))],
  }
}
