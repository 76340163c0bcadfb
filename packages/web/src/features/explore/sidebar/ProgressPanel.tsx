import { type AnnotationProgress, doneShare } from '@postil/domain/task-editing/progress'
import { useState } from 'react'
import { t } from '../../../i18n/areas/explore.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { breakable } from '../../../ui/display/breakable.tsx'
import { StackedBar } from '../../../ui/display/StackedBar.tsx'
import styles from './sidebar.module.css'

/** Number of labels listed at first. */
const FIRST = 8

/** Annotation progress of the whole dataset: in percent, in numbers, and per label. */
export function ProgressPanel({ progress }: { progress: AnnotationProgress }) {
  const [isWhole, setWhole] = useState(false)
  const { total, validated, discarded, annotatedAs } = progress
  const done = validated + discarded
  const most = annotatedAs[0]?.[1] ?? 1
  const shown = isWhole ? annotatedAs : annotatedAs.slice(0, FIRST)
  const parts = [
    { label: t('explore.status.Validated'), count: validated, color: '--verdigris' },
    { label: t('explore.status.Discarded'), count: discarded, color: '--umber' },
  ]
  return (
    <div className={styles.panel}>
      <p className={styles.figure}>
        {formatNumber(doneShare(progress), { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}
      </p>
      <p className={styles.of}>{t('explore.progress.of', { done: formatNumber(done), total: formatNumber(total) })}</p>
      <StackedBar label={t('explore.progress')} parts={parts} total={total} size="large" />
      <dl className={styles.counts}>
        {[...parts, { label: t('explore.progress.left'), count: total - done, color: '--rule-2' }].map(
          ({ label, count, color }) => (
            <div key={label}>
              <dt>
                <i style={{ background: `var(${color})` }} aria-hidden="true" />
                {label}
              </dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          ),
        )}
      </dl>
      <section aria-label={t('explore.progress.labels')}>
        <h3 className={styles.heading}>
          {t('explore.progress.labels')} <small>{t('explore.progress.whole')}</small>
        </h3>
        {annotatedAs.length === 0 && <p className={styles.none}>{t('explore.progress.none')}</p>}
        <ul className={styles.list}>
          {shown.map(([label, count]) => (
            <li key={label} className={styles.labelRow}>
              <span className={styles.name}>{breakable(label)}</span>
              <span className={styles.count}>{formatNumber(count)}</span>
              <span className={styles.bar} style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
            </li>
          ))}
        </ul>
        {annotatedAs.length > FIRST && (
          <button type="button" className={styles.more} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('explore.progress.fewer') : t('explore.progress.more', { count: annotatedAs.length - FIRST })}
          </button>
        )}
      </section>
    </div>
  )
}
