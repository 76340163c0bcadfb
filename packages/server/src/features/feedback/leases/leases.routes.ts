import { type LeasedRecords, leaseRoutes } from '@postil/contract/feedback/team/leases'
import type { SessionUser } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import { lockDataset } from '../../../db/engines/lock-records'
import type { DatasetTable, Tx } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import { compileFilters } from '../../../search/compile-filters'
import { findPage } from '../../../search/find-page'
import { loadQueue } from '../../../search/open-elsewhere'
import { MOST_FROM_CACHE } from '../../../search/queue-start'
import type { RecordQuery } from '../../../search/record-query'
import { findKnownProperties } from '../records/list-query/known-properties'
import { isPlain } from '../records/list-query/list-records'
import { listView } from '../records/list-query/list-view'
import { parseInclude } from '../records/list-query/parse-include'
import { readPage } from '../records/read-records'
import { endLease, findFirstFree, type LeasedRecord, replaceLeases, takeLease, takeLeases } from './leases.service'

export const leaseHandlers = handle(leaseRoutes, {
  takeLease: ({ tx, user, found }) => takeLease(tx, user, found('record')),
  endLease: async ({ tx, user, found }) => {
    await endLease(tx, user, found('record'))
    return undefined
  },
  takeLeases: ({ tx, user, found, body }) => takeLeases(tx, user, found('dataset'), body),
  leaseNext: {
    queriesBeforeTransaction: true,
    prepare: async (_, before) => {
      if (!before) throw new Error('The records to lease must be found before the transaction.')
      const candidates = await findCandidates(before.context.engine, before.user, await before.find('dataset'))
      return ({ tx, user, found, query }) => leaseNext(tx, user, found('dataset'), query, candidates)
    },
  },
})

const PENDING: RecordQuery['filters'] = [{ on: 'status', anyOf: ['pending'] }]

/** The first records of a user's queue, in its order, and the query that found them. */
interface Candidates {
  query: RecordQuery
  pks: number[]
}

/**
 * Find the records to choose from before the transaction, in which all other writers would wait for this: at least twice as many as may be
 * asked for, since others may take some meanwhile.
 */
export async function findCandidates(
  { db, heavyDb }: Pick<Engine, 'db' | 'heavyDb'>,
  user: SessionUser,
  dataset: DatasetTable,
): Promise<Candidates> {
  const query: RecordQuery = {
    datasetId: dataset.id,
    ...(await loadQueue(db, dataset, user.id)),
    filters: PENDING,
    sorts: [],
  }
  const page = { offset: 0, limit: MOST_FROM_CACHE }
  const found = await findPage(isPlain(query) ? db : heavyDb, query, page)
  return { query, pks: found.map(({ pk }) => pk) }
}

/** Lease the first of the candidates that are still free to a user, instead of other records, and read them. */
export async function leaseNext(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  { limit, include }: { limit: number; include: readonly string[] },
  { query, pks }: Candidates,
): Promise<LeasedRecords> {
  const isShared = dataset.hand_out === 'until_completed'
  const parts = parseInclude(include)
  if (isShared) await lockDataset(tx, dataset.id)
  const pending = await findUnanswered(tx, user, pks)
  const ids = pending.map(({ id }) => id)
  const free = isShared ? await findFirstFree(tx, user, dataset, { ids, limit }) : pending.slice(0, limit)
  const view = listView(user, dataset, query, parts, await findKnownProperties(tx, user, dataset.id))
  const { records, fits } = await readPage(
    tx,
    free.map(({ pk }) => pk),
    view,
  )
  const expires_at = isShared ? await replaceLeases(tx, user, dataset, free.slice(0, fits)) : null
  return { items: records.map(({ record }) => record), expires_at }
}

/** Those of some records that exist and that a user has not answered, in the order given. */
async function findUnanswered(tx: Tx, user: SessionUser, pks: readonly number[]): Promise<LeasedRecord[]> {
  if (pks.length === 0) return []
  const isPending = compileFilters({ datasetId: '', userId: user.id, filters: PENDING, sorts: [], isNarrow: true })
  const rows = await tx
    .selectFrom('records as r')
    .select(['r.pk', 'r.id'])
    .where('r.pk', 'in', pks)
    .where(isPending)
    .execute()
  const idOf = new Map(rows.map(({ pk, id }) => [pk, id]))
  return pks.flatMap((pk) => {
    const id = idOf.get(pk)
    return id === undefined ? [] : [{ pk, id }]
  })
}
