import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import type { QueryClient } from '@tanstack/react-query'
import { fetchLexicalVectors } from '../../../api/feedback/lexical-vectors.ts'
import { queryKeys } from '../../../api/keys.ts'
import type { SimilarityQuery } from '../../../find/query.ts'
import { referenceQuery } from './reference-query.ts'
import { similarTo } from './similarity.ts'

/** The search by a dataset's only vector; undefined while that is still computed, and for a record that lacks it. */
export async function similarByOnly(
  client: QueryClient,
  datasetId: string,
  recordId: string,
  { name, source }: VectorsSettings,
): Promise<SimilarityQuery | undefined> {
  if (source === 'lexical') {
    const state = await client
      .fetchQuery({ queryKey: queryKeys.lexicalVectors(datasetId), queryFn: () => fetchLexicalVectors(datasetId) })
      .catch(() => undefined)
    if (state && state.done < state.total) return undefined
  }
  // If it cannot be fetched, the search says why.
  const record = await client.fetchQuery(referenceQuery(datasetId, recordId)).catch(() => undefined)
  return record?.vectors?.includes(name) === false ? undefined : similarTo(recordId, name)
}
