import { useEffect } from 'react'
import { takeLeases } from '../../../api/feedback/team/leases.ts'
import { useLive } from '../../../api/live.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { selectOnly } from '../../../list/selection.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useRenewal } from '../../feedback/records/use-renewal.ts'
import type { Bulk } from '../use-bulk.ts'

/**
 * Keeps the leases of the listed and the selected records, in a dataset that limits the number of answers per record, and ends them when
 * the list is left. Renders nothing. The list itself takes the leases of a page before it shows the page.
 */
export function KeepLeases({ bulk: { datasetId, page, selection, select } }: { bulk: Bulk }) {
  // Records that other users complete leave this user's queue: keep the shown counts up to date.
  useLive()
  const listed = page.records.map(({ id }) => id)
  useRenewal(datasetId, async (stay) => {
    const kept = new Set([...listed, ...selection.ids])
    // The page takes the leases of its records itself, when it is fetched.
    if (kept.size === 0 || page.isStale) return
    // Without a connection the records stay: the server also accepts answers beyond the limit.
    const leases = await takeLeases(datasetId, kept).catch(() => undefined)
    if (!leases || !stay.isShown) return
    const mine = new Set(leases.record_ids)
    const lost = [...kept].filter((id) => !mine.has(id))
    if (lost.length === 0) return
    toasts.notify({ type: 'info', about: 'lease', message: t('bulk.taken', { count: lost.length }) })
    if (!selection.isAll) select(selectOnly([...selection.ids].filter((id) => mine.has(id))))
    page.retry()
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
