import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { insertRows } from '../db/insert-rows'
import type { RecordTable, ResponseTable, Tx } from '../db/tables'
import type { StoredRecord } from '../features/feedback/common/stored-record'
import { recountResponses } from '../features/feedback/responses/response-counts'
import type { EngineName } from './test-server'

/** So many empty records, straight into the store: a plan says little about a small one. */
export async function insertManyRecords(
  tx: Tx,
  count: number,
  partsOf: (at: number) => Pick<RecordTable, 'dataset_id' | 'inserted_at'>,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    external_id: null,
    fields: '{}',
    metadata: null,
    updated_at: 0,
    ...partsOf(at),
  }))
  await insertRows(tx, 'records', rows)
}

/** An empty response of a user to each of some records, likewise. */
export async function insertManyResponses(
  tx: Tx,
  userId: string,
  records: readonly Pick<StoredRecord, 'pk' | 'id' | 'dataset_id'>[],
  statusOf: (at: number) => ResponseTable['status'] = () => 'submitted',
): Promise<void> {
  const rows = records.map(({ pk, id, dataset_id }, at) => ({
    id: randomUUID(),
    dataset_id,
    record_pk: Number(pk),
    record_id: id,
    user_id: userId,
    status: statusOf(at),
    values: null,
    inserted_at: 1,
    updated_at: 1,
    submitted_at: statusOf(at) === 'submitted' ? 1 : null,
  }))
  await insertRows(tx, 'responses', rows)
  await recountResponses(
    tx,
    rows.map(({ record_pk }) => record_pk),
  )
}

interface Explainable {
  explain(format?: 'text', options?: RawBuilder<unknown>): Promise<Record<string, unknown>[]>
}

/** How an engine is going to answer a query, a line for each step. */
export async function planOf(engine: EngineName, query: Explainable): Promise<string> {
  const steps = await (engine === 'sqlite' ? query.explain(undefined, sql`query plan`) : query.explain())
  return steps.map((step) => String(step.detail ?? Object.values(step)[0])).join('\n')
}
