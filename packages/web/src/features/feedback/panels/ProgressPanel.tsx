import { t } from '../../../i18n/areas/notices.ts'
import { formatNumber, formatShortPercent } from '../../../i18n/index.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import { StackedBar } from '../../../ui/display/StackedBar.tsx'
import { STATUSES } from '../records/status.ts'
import { useCounts } from '../records/use-counts.ts'
import styles from './panels.module.css'

interface ProgressPanelProps {
  datasetId: string
  memory: DeviceMemory
  /** Number of records answered since the page was opened. */
  session: number
}

/** The user's progress in the whole dataset, independent of search and filters. */
export function ProgressPanel({ datasetId, memory, session }: ProgressPanelProps) {
  const counts = useCounts(datasetId, memory)
  const total = counts?.total ?? 0
  const done = (counts?.submitted ?? 0) + (counts?.discarded ?? 0)
  const parts = (['submitted', 'discarded', 'draft'] as const).map((status) => ({
    label: t(`annotate.status.${status}`),
    count: counts?.[status] ?? 0,
    color: `--status-${status}`,
  }))
  return (
    <div className={styles.progress}>
      <p className={styles.figure}>{formatShortPercent(total === 0 ? 0 : done / total)}</p>
      <p className={styles.of}>{t('annotate.progress.of', { done: formatNumber(done), total: formatNumber(total) })}</p>
      <StackedBar label={t('annotate.progress')} parts={parts} total={total} size="large" />
      <dl className={styles.counts}>
        {STATUSES.map((status) => (
          <div key={status} className={styles.count}>
            <dt>
              <i className={styles.dot} style={{ background: `var(--status-${status})` }} />
              {t(`annotate.status.${status}`)}
            </dt>
            <dd>{counts ? formatNumber(counts[status]) : ''}</dd>
          </div>
        ))}
        <div className={styles.count}>
          <dt>{t('annotate.progress.session')}</dt>
          <dd>{t('annotate.progress.answered', { count: session })}</dd>
        </div>
      </dl>
    </div>
  )
}
