import { RecordListQuery } from '@postil/contract/feedback/search'
import type { AssignmentDelete } from '@postil/contract/feedback/team/assignments'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { countRecords } from '../../../search/count-records'
import { findPage } from '../../../search/find-page'
import type { RecordQuery } from '../../../search/record-query'
import { readSearch } from '../search/read-search'
import type { SelectionPlace } from './free-assignments'

/** Which records are meant, as a body says it. */
export type Selection = Pick<AssignmentDelete, 'record_ids' | 'search'>

/** The same, read against the dataset; `held`: those that are assigned to anybody, or to some people. */
export type Selected =
  | { by: 'id'; datasetId: string; ids: readonly string[] }
  | { by: 'query'; query: RecordQuery }
  | { by: 'held'; datasetId: string; userIds: readonly string[] | undefined }

/** Read a selection for a user; all records that they can see when it says nothing. Throws `InvalidError` as a search does. */
export async function readSelection(
  db: Db,
  user: SessionUser,
  dataset: DatasetTable,
  { record_ids, search }: Selection,
): Promise<Selected> {
  if (record_ids && search) throw new InvalidError("Either 'record_ids' or 'search' can be provided, not both")
  if (record_ids) return { by: 'id', datasetId: dataset.id, ids: [...new Set(record_ids)] }
  if (search?.query?.vector) throw new InvalidError('Records found by similarity can be selected by id only')
  const { query } = await readSearch(db, user, dataset, RecordListQuery.parse({}), search ?? {}, 'mine')
  // In the order of the file: a lead's own mixed order means nothing to others, and takes longer to walk through. Their own gold records neither.
  return { by: 'query', query: { ...query, queueOrder: 'file', goldPercent: 0 } }
}

/** The next records of a selection, and the place behind them; undefined behind the last. */
export async function nextSelected(
  db: Db,
  selected: Selected,
  after: SelectionPlace | undefined,
  limit: number,
): Promise<{ pks: number[]; place: SelectionPlace } | undefined> {
  if (selected.by === 'query') {
    const page = { offset: 0, limit, isWalk: true, ...(typeof after === 'object' && { after }) }
    const found = await findPage(db, selected.query, page)
    const last = found.at(-1)
    return last && { pks: found.map(({ pk }) => pk), place: last.place }
  }
  const from = typeof after === 'number' ? after : 0
  if (selected.by === 'id') {
    const ids = selected.ids.slice(from, from + limit)
    if (ids.length === 0) return undefined
    const records = db.selectFrom('records').select('pk').where('dataset_id', '=', selected.datasetId)
    const rows = await records.where('id', 'in', ids).execute()
    return { pks: rows.map(({ pk }) => pk), place: from + ids.length }
  }
  const { datasetId, userIds } = selected
  const rows = await db
    .selectFrom('assignments')
    .select('record_pk')
    .distinct()
    .where('dataset_id', '=', datasetId)
    .where('record_pk', '>', from)
    .$if(userIds !== undefined, (held) => held.where('user_id', 'in', userIds ?? []))
    .orderBy('record_pk')
    .limit(limit)
    .execute()
  const pks = rows.map(({ record_pk }) => record_pk)
  const last = pks.at(-1)
  return last === undefined ? undefined : { pks, place: last }
}

/** How many records a selection has. */
export async function countSelected(db: Db, selected: Selected): Promise<number> {
  if (selected.by === 'id') return selected.ids.length
  if (selected.by === 'query') return countRecords(db, selected.query)
  const { datasetId, userIds } = selected
  const { count } = await db
    .selectFrom('assignments')
    .select((eb) => eb.fn.count<number>('record_pk').distinct().as('count'))
    .where('dataset_id', '=', datasetId)
    .$if(userIds !== undefined, (held) => held.where('user_id', 'in', userIds ?? []))
    .executeTakeFirstOrThrow()
  return count
}
