import type { RecordUpsert, recordRoutes } from '@postil/contract/feedback/records'
import type { ReplyOf } from '@postil/contract/route'
import type { Client } from '@postil/sdk/client'
import { firstFree } from '../guess/names'
import type { LookOptions } from './writer'

const PAGE = 1000

/** What to do with a row whose id is already in the dataset. */
export type KnownMode = 'skip' | 'update' | 'add'

/** The ids of a dataset's existing records. */
export interface KnownRecords {
  externalIds: Set<string>
  ids: Set<string>
  /** Insertion time of the newest; null when there is none. */
  until: string | null
}

type RecordPage = ReplyOf<(typeof recordRoutes)['listRecords']>

/** Fetch the ids of all records. */
export async function fetchKnownRecords(
  client: Client,
  datasetId: string,
  { until, signal, onProgress }: LookOptions = {},
): Promise<KnownRecords> {
  const known: KnownRecords = { externalIds: new Set(), ids: new Set(), until: null }
  let seen = 0
  let after: string | undefined = until === null ? undefined : ''
  while (after !== undefined) {
    const { items, total, next }: RecordPage = await client('GET /api/v1/datasets/{dataset_id}/records', {
      params: { dataset_id: datasetId },
      query: { after, limit: PAGE },
      signal,
    })
    // Ordered by insertion. Times are compared as texts: a whole second has no fraction and so sorts before the others.
    const held = typeof until === 'string' ? items.filter((item) => item.inserted_at <= until) : items
    for (const { id, external_id, inserted_at } of held) {
      known.ids.add(id)
      if (external_id !== null) known.externalIds.add(external_id)
      known.until = inserted_at
    }
    seen += items.length
    onProgress?.(total === 0 ? 1 : Math.min(1, seen / total))
    after = held.length < items.length ? undefined : (next ?? undefined)
  }
  return known
}

/** Whether the dataset has a record for this row. */
export function isKnown({ external_id: externalId, id }: RecordUpsert, known: KnownRecords): boolean {
  return typeof externalId === 'string'
    ? known.externalIds.has(externalId)
    : typeof id === 'string' && known.ids.has(id)
}

/**
 * The record that a row without texts updates: found by its external id, else by the server's own id, either in its own column or in the
 * id column.
 *
 * @returns undefined when the dataset has no such record
 */
export function settleUpdate(item: RecordUpsert, known: KnownRecords): RecordUpsert | undefined {
  if (isKnown(item, known)) return item
  const { external_id: externalId, ...rest } = item
  const id = [externalId?.toLowerCase(), item.id].find((one) => typeof one === 'string' && known.ids.has(one))
  return id === undefined ? undefined : { ...rest, id }
}

/**
 * Decide how to handle one row of an upload into an existing dataset.
 *
 * @returns the record to send; undefined when it exists and is to be skipped
 */
export function settleKnown(item: RecordUpsert, mode: KnownMode, known: KnownRecords): RecordUpsert | undefined {
  const { external_id: externalId, id: _, ...rest } = item
  const hasExternalId = typeof externalId === 'string'
  if (mode === 'update') return hasExternalId || isKnown(item, known) ? item : rest
  if (mode === 'skip' && isKnown(item, known)) return undefined
  if (!hasExternalId) return rest
  // Ids are unique in a dataset, so a record added again gets a numbered id.
  const free = firstFree(externalId, known.externalIds, '-')
  known.externalIds.add(free)
  return { ...rest, external_id: free }
}
