import { LIMITS } from '@postil/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchNewDecisions, type NewDecisions, noteDecisionsSeen } from '../../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { withQuery } from '../url/annotation-url.ts'
import type { ChangeUrl } from '../url/use-annotation-url.ts'

interface News {
  /** Number of records with new decisions; one more than the server counts for any greater number. */
  records: number
  /** The time of the latest of them. */
  untilMs: number
  /** Show just these records; they are then seen. */
  show: () => void
  dismiss: () => void
}

/**
 * What leads have decided about records that the user answered, since the user last looked; undefined if nothing. Read once a visit, and again when live
 * updates tell of decisions; what is seen is known on every device.
 *
 * @param change - changes the address of the page to show records
 */
export function useNewDecisions(datasetId: string, change: ChangeUrl): News | undefined {
  const client = useQueryClient()
  const queryKey = queryKeys.newDecisions(datasetId)
  const { data } = useQuery({
    queryKey,
    queryFn: () => fetchNewDecisions(datasetId),
    meta: SILENT,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const dismiss = useStableCallback(() => {
    const until = data?.until_ms ?? null
    // A running request would bring back what is seen now.
    void client.cancelQueries({ queryKey })
    client.setQueryData<NewDecisions>(queryKey, { records: 0, since_ms: null, until_ms: null })
    // Told again at the next visit where the server cannot be reached.
    if (until !== null) noteDecisionsSeen(datasetId, until).catch(() => undefined)
  })
  if (!data || data.since_ms === null || data.until_ms === null) return undefined
  const { records, since_ms: ge, until_ms: untilMs } = data
  const show = () => {
    dismiss()
    const decided = { scope: 'record', name: 'decided_at', property: 'decided_at', ge }
    const none = { text: undefined, similarity: undefined, sort: [] }
    change((now) => withQuery(now, { ...none, status: 'submitted', view: 'focus', filters: [decided] }))
  }
  return { records, untilMs, show, dismiss }
}

/** How many records leads have decided on, in a sentence. */
export function decisionsInWords(count: number): string {
  const most = LIMITS.countedDecisions
  return count > most ? t('annotate.decisions.many', { count: most }) : t('annotate.decisions', { count })
}
