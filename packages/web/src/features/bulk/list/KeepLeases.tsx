import { useEffect } from 'react'
import { takeLeases } from '../../../api/feedback/team/leases.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { selectOnly } from '../../../list/selection.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useRenewal } from '../../feedback/records/use-renewal.ts'
import type { Bulk } from '../use-bulk.ts'
import { leasedIds } from './use-bulk-page.ts'

/**
 * Keeps the leases of the listed and the selected records, in a dataset that limits the number of answers per record, and ends them when
 * the list is left. Renders nothing. The list itself takes the leases of a page before it shows the page.
 */
export function KeepLeases({ bulk: { datasetId, page, selection, select, isRunning } }: { bulk: Bulk }) {
  const giveUp = useStableCallback((lost: readonly string[]) => {
    // The user's own answers end leases, too.
    if (isRunning || lost.length === 0) return
    toasts.notify({ type: 'info', about: 'lease', message: t('bulk.taken', { count: lost.length }) })
    if (!selection.isAll) select(selectOnly([...selection.ids].filter((id) => !lost.includes(id))))
    page.retry()
  })
  useRenewal(datasetId, async (stay) => {
    // The page takes the leases of its records itself, when it is fetched; a bulk answer takes those of its records.
    if (isRunning || page.isStale || page.total === undefined) return
    // Others may have given records back.
    if (page.total === 0) return page.retry()
    const asked = leasedIds(
      page.records.map(({ id }) => id),
      selection.ids,
    )
    if (asked.length === 0) return
    // Without a connection the records stay: the server also accepts answers beyond the limit.
    const leases = await takeLeases(datasetId, asked).catch(() => undefined)
    if (!leases || !stay.isShown) return
    const mine = new Set(leases.record_ids)
    giveUp(asked.filter((id) => !mine.has(id)))
  })
  useEffect(
    () => () => {
      // If this request fails, the leases expire by themselves a few minutes later.
      takeLeases(datasetId, []).catch(() => undefined)
    },
    [datasetId],
  )
  return null
}
