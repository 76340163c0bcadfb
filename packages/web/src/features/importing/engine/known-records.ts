import type { RecordUpsert, recordRoutes } from '@postil/contract/feedback/records'
import type { ReplyOf } from '@postil/contract/route'
import { firstFree } from '@postil/domain/importing/names'
import type { Client } from '@postil/sdk/client'

const PAGE = 1000

/** What to do with a row whose id is already in the dataset. */
export type KnownMode = 'skip' | 'update' | 'add'

/** The ids that a dataset holds already. */
export interface KnownRecords {
  externalIds: Set<string>
  ids: Set<string>
}

type RecordPage = ReplyOf<(typeof recordRoutes)['listRecords']>

/** Ask for the ids of all records. @param onProgress - told how far it is, 0–1 */
export async function fetchKnownRecords(
  client: Client,
  datasetId: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<KnownRecords> {
  const known: KnownRecords = { externalIds: new Set(), ids: new Set() }
  let seen = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const { items, total, next }: RecordPage = await client('GET /api/v1/datasets/{dataset_id}/records', {
      params: { dataset_id: datasetId },
      query: { after, limit: PAGE },
      signal,
    })
    for (const { id, external_id } of items) {
      known.ids.add(id)
      if (external_id !== null) known.externalIds.add(external_id)
    }
    seen += items.length
    onProgress?.(total === 0 ? 1 : Math.min(1, seen / total))
    after = next ?? undefined
  }
  return known
}

/**
 * Decide about one row of an upload into a dataset that is there.
 *
 * @returns the record to send; undefined when it is there already and to be skipped
 */
export function settleKnown(item: RecordUpsert, mode: KnownMode, known: KnownRecords): RecordUpsert | undefined {
  const { external_id: externalId, id, ...rest } = item
  const hasExternalId = typeof externalId === 'string'
  const isKnown = hasExternalId ? known.externalIds.has(externalId) : typeof id === 'string' && known.ids.has(id)
  if (mode === 'update') return hasExternalId || isKnown ? item : rest
  if (isKnown && mode === 'skip') return undefined
  if (!hasExternalId) return rest
  // Ids are there once in a dataset, so what is added once more gets the next number.
  const free = firstFree(externalId, known.externalIds, '-')
  known.externalIds.add(free)
  return { ...rest, external_id: free }
}
