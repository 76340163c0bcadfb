import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchNewDecisions, type NewDecisions, noteDecisionsSeen } from '../../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { type AnnotationUrl, withQuery } from '../url/annotation-url.ts'
import type { ChangeUrl } from '../url/use-annotation-url.ts'

/** Where the user is, and how they are led to the records. */
export interface FromHere {
  datasetId: string
  url: AnnotationUrl
  setUrl: ChangeUrl
}

interface News {
  /** Number of records with new decisions. */
  records: number
  /** Show just these records; they are then seen. */
  show: () => void
  dismiss: () => void
}

/**
 * What leads have decided about records that the user answered, since the user last looked; undefined if nothing. Read once a visit; what is seen is known on
 * every device.
 */
export function useNewDecisions({ datasetId, url, setUrl }: FromHere): News | undefined {
  const client = useQueryClient()
  const queryKey = queryKeys.newDecisions(datasetId)
  const { data } = useQuery({
    queryKey,
    queryFn: () => fetchNewDecisions(datasetId),
    meta: SILENT,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data || data.since_ms === null || data.until_ms === null) return undefined
  const { records, since_ms: ge, until_ms } = data
  const dismiss = () => {
    client.setQueryData<NewDecisions>(queryKey, { records: 0, since_ms: null, until_ms: null })
    // Told again at the next visit where the server cannot be reached.
    noteDecisionsSeen(datasetId, until_ms).catch(() => undefined)
  }
  const show = () => {
    dismiss()
    const decided = { scope: 'record', name: 'decided_at', property: 'decided_at', ge }
    const none = { text: undefined, similarity: undefined, sort: [] }
    setUrl(withQuery(url, { ...none, status: 'submitted', view: 'focus', filters: [decided] }))
  }
  return { records, show, dismiss }
}
