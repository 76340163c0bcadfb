import type { SuggestionOptions } from '@postil/contract/feedback/search'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { fresh } from '../freshness.ts'

/** The agents that made suggestions, by question. Throws GET_AGENTS. */
export function fetchSuggestionAgents(datasetId: string): Promise<SuggestionOptions[]> {
  return named('GET_AGENTS', async () =>
    fresh(
      await api.answer('GET /api/v1/datasets/{dataset_id}/records/search/suggestions/options', {
        params: { dataset_id: datasetId },
      }),
      ({ items }) => items,
    ),
  )
}
