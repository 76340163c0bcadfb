import type { LeasedRecords } from '@postil/contract/feedback/team/leases'
import type { SessionUser } from '../../../context'
import { lockDataset } from '../../../db/engines/lock-records'
import type { DatasetTable, Tx } from '../../../db/tables'
import { findPage } from '../../../search/find-page'
import { loadQueue } from '../../../search/open-elsewhere'
import type { RecordQuery } from '../../../search/record-query'
import { findKnownProperties } from '../records/list-query/known-properties'
import { listView } from '../records/list-query/list-view'
import { parseInclude } from '../records/list-query/parse-include'
import { readPage } from '../records/read-records'
import { findFirstFree, type LeasedRecord, replaceLeases } from './leases.service'

/** Records to choose from beside those asked for: as many as others may be taking at the same moment. */
const SPARE = 200

/** Lease the first records of a user's queue to them, instead of other records, and read them. */
export async function leaseNext(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  { limit, include }: { limit: number; include: readonly string[] },
): Promise<LeasedRecords> {
  const isShared = dataset.hand_out === 'until_completed'
  const parts = parseInclude(include)
  if (isShared) await lockDataset(tx, dataset.id)
  const queue = await loadQueue(tx, dataset, user.id)
  const query: RecordQuery = {
    datasetId: dataset.id,
    ...queue,
    filters: [{ on: 'status', anyOf: ['pending'] }],
    sorts: [],
  }
  const found = await findPage(tx, query, { offset: 0, limit: isShared ? limit + SPARE : limit })
  const pending = await readIds(
    tx,
    found.map(({ pk }) => pk),
  )
  const ids = pending.map(({ id }) => id)
  const free = isShared ? await findFirstFree(tx, user, dataset, { ids, limit }) : pending
  const view = listView(user, dataset, query, parts, await findKnownProperties(tx, user, dataset.id))
  const { records, fits } = await readPage(
    tx,
    free.map(({ pk }) => pk),
    view,
  )
  const expires_at = isShared ? await replaceLeases(tx, user, dataset, free.slice(0, fits)) : null
  return { items: records.map(({ record }) => record), expires_at }
}

async function readIds(tx: Tx, pks: readonly number[]): Promise<LeasedRecord[]> {
  if (pks.length === 0) return []
  const rows = await tx.selectFrom('records').select(['pk', 'id']).where('pk', 'in', pks).execute()
  const idOf = new Map(rows.map(({ pk, id }) => [Number(pk), id]))
  return pks.flatMap((pk) => {
    const id = idOf.get(pk)
    return id === undefined ? [] : [{ pk, id }]
  })
}
