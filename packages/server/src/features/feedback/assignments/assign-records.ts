import { nowMicros } from '../../../db/clock'
import { lockRecords } from '../../../db/engines/lock-records'
import { aboutRecord, logEvents } from '../../../db/events'
import { insertRows } from '../../../db/insert-rows'
import type { DatasetTable, Db, Tx } from '../../../db/tables'
import { updateStats } from '../datasets/dataset-stats'
import { deleteUnanswered, type Holders, holdAssignable, selectHolders, selectRecordIds } from './assignments.store'
import { type DealState, deal } from './deal'

/** Who gets which of some records, in their order. Changes the state of the deal. */
export async function dealRecords(
  db: Db,
  pks: readonly number[],
  state: DealState,
): Promise<{ given: Map<number, string[]>; incomplete: number; holders: Holders }> {
  const holders = await selectHolders(db, pks)
  const none: ReadonlySet<string> = new Set()
  const given = new Map<number, string[]>()
  let incomplete = 0
  for (const pk of pks) {
    const assigned = holders.assigned.get(pk) ?? none
    const having = new Set([...assigned, ...(holders.submitted.get(pk) ?? none)])
    const people = deal(state, having, holders.answered.get(pk) ?? none)
    if (people.length > 0) given.set(pk, people)
    if (having.size + people.length < state.perRecord) incomplete += 1
  }
  return { given, incomplete, holders }
}

/** Assign some records, in the order of a deal, to those people who can still open them. Changes the state of the deal. */
export async function assignRecords(
  tx: Tx,
  by: string,
  dataset: DatasetTable,
  pks: readonly number[],
  state: DealState,
): Promise<void> {
  const userIds = state.people.map(({ user_id }) => user_id)
  const able = await holdAssignable(tx, dataset.workspace_id, userIds)
  for (const person of state.people) if (!able.has(person.user_id)) person.left = 0
  const idOf = await lockThem(tx, pks)
  const living = pks.filter((pk) => idOf.has(pk))
  if (living.length === 0) return
  const { given, holders } = await dealRecords(tx, living, state)
  const now = nowMicros()
  const rows = [...given].flatMap(([record_pk, people]) =>
    people.map((user_id) => ({ dataset_id: dataset.id, record_pk, user_id, assigned_by: by, inserted_at: now })),
  )
  await insertRows(tx, 'assignments', rows)
  const changes = [...given].map(([pk, people]) => {
    const before = [...(holders.assigned.get(pk) ?? [])]
    return { pk, before, after: [...before, ...people] }
  })
  await logChanges(tx, by, dataset, idOf, changes)
}

/** Take some records back from some people, or from everybody, unless they have answered them (see `deleteUnanswered`). */
export async function takeBackRecords(
  tx: Tx,
  by: string,
  dataset: DatasetTable,
  pks: readonly number[],
  userIds: readonly string[] | undefined,
  hasLeft: boolean,
): Promise<void> {
  const idOf = await lockThem(tx, pks)
  if (idOf.size === 0) return
  const { assigned } = await selectHolders(tx, pks)
  const taken = new Map<number, Set<string>>()
  for (const { record_pk, user_id } of await deleteUnanswered(tx, pks, userIds, hasLeft))
    taken.set(record_pk, (taken.get(record_pk) ?? new Set()).add(user_id))
  const changes = [...taken].map(([pk, people]) => {
    const before = [...(assigned.get(pk) ?? [])]
    return { pk, before, after: before.filter((id) => !people.has(id)) }
  })
  await logChanges(tx, by, dataset, idOf, changes)
}

/** Lock records, so that what is known of their people stays true; their ids by key, without those that are gone. */
async function lockThem(tx: Tx, pks: readonly number[]): Promise<Map<number, string>> {
  const found = pks.length === 0 ? [] : await selectRecordIds(tx, pks)
  if (found.length === 0) return new Map()
  await lockRecords(tx, { ids: found.map(({ id }) => id) })
  const living = await selectRecordIds(tx, pks)
  return new Map(living.map(({ pk, id }) => [pk, id]))
}

async function logChanges(
  tx: Tx,
  by: string,
  dataset: DatasetTable,
  idOf: ReadonlyMap<number, string>,
  changes: readonly { pk: number; before: string[]; after: string[] }[],
): Promise<void> {
  if (changes.length === 0) return
  await logEvents(
    tx,
    changes.map(({ pk, before, after }) => {
      const id = idOf.get(pk) ?? ''
      return {
        ...aboutRecord({ id: by }, { id, dataset_id: dataset.id }),
        kind: 'record.assign',
        before: { user_ids: before },
        after: { user_ids: after },
      }
    }),
  )
  // It may be pending again for somebody: for those who get it beside others, or for all when the last one gives it back. What was pending
  // for all only leaves queues.
  const isReopened = changes.some(
    ({ before, after }) => before.length > 0 && !(isPart(after, before) && after.length > 0),
  )
  await updateStats(tx, dataset.id, { isAssigned: true, isReopened })
}

function isPart(some: readonly string[], all: readonly string[]): boolean {
  return some.every((id) => all.includes(id))
}
