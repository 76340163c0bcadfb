import type { Facet, FacetReply, FacetRequest } from '@postil/contract/feedback/record-facets'
import type { RecordSearch } from '@postil/contract/feedback/record-search'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { fresh } from '../freshness.ts'

export type { Facet, FacetReply, FacetRequest }

/** What to count, in which of the user's queues, and under which conditions. */
export interface FacetQuery {
  datasetId: string
  /** Undefined: the records of all queues. */
  status: RecordStatus | undefined
  search: Partial<RecordSearch>
  facets: readonly FacetRequest[]
  signal?: AbortSignal
}

/** Counts for every filter on the screen, in one request. Throws ERROR_FETCHING_METADATA_METRIC. */
export function fetchFacets({ datasetId, status, search, facets, signal }: FacetQuery): Promise<FacetReply> {
  return named('ERROR_FETCHING_METADATA_METRIC', async () =>
    fresh(
      await api.answer('POST /api/v1/me/datasets/{dataset_id}/records/facets', {
        params: { dataset_id: datasetId },
        query: { response_status: status ? [status] : [] },
        body: { ...search, facets: [...facets] },
        signal,
      }),
      (data) => data,
    ),
  )
}

/** The number of gold records of a dataset, for leads. */
export async function fetchGoldCount(datasetId: string): Promise<number> {
  const scope = { entity: 'record', property: 'gold' } as const
  const { facets } = await api('POST /api/v1/me/datasets/{dataset_id}/records/facets', {
    params: { dataset_id: datasetId },
    body: { facets: [{ scope, size: 2, buckets: 1 }] },
  })
  const [gold] = facets
  return gold?.type === 'terms' ? (gold.values.find(({ value }) => value === 'gold')?.count ?? 0) : 0
}
