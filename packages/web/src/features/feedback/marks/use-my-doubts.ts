import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Doubt, fetchMyDoubts } from '../../../api/feedback/team/doubts.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'

/** The user's own doubts in a dataset, read once a visit, and a function that notes a change of one. */
export function useMyDoubts(datasetId: string) {
  const client = useQueryClient()
  const queryKey = queryKeys.myDoubts(datasetId)
  const { data } = useQuery({
    queryKey,
    queryFn: () => fetchMyDoubts(datasetId),
    meta: SILENT,
    staleTime: Number.POSITIVE_INFINITY,
  })
  /** @param doubt - undefined once it is taken back */
  const note = (recordId: string, doubt: Doubt | undefined) =>
    client.setQueryData<Doubt[]>(queryKey, (known = []) => [
      ...(doubt ? [doubt] : []),
      ...known.filter(({ record_id }) => record_id !== recordId),
    ])
  return { doubts: data, note }
}
