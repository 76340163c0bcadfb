import type { AnyRecordBody } from '@postil/contract/task/records'
import { type AnnotationProgress, annotationProgress, doneShare } from '@postil/domain/task-editing/progress'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { ChartColumn, Eye, ListChecks, Pencil, RefreshCw, Tags } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import type { TaskPage } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { breakable } from '../../../ui/display/breakable.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { StackedBar } from '../../../ui/display/StackedBar.tsx'
import { Sidebar } from '../../../ui/layout/Sidebar.tsx'
import type { ViewMode } from '../state/explore-url.ts'
import type { TaskParts } from '../task-parts.ts'
import styles from './sidebar.module.css'

const MODE_ICONS = { explore: Eye, annotate: Pencil, 'labelling-rules': Tags } as const

interface ExploreSidebarProps {
  parts: Pick<TaskParts<AnyRecordBody>, 'viewModes' | 'hasLabels' | 'Stats'>
  viewMode: ViewMode
  onMode: (mode: ViewMode) => void
  /** Counts over the matching records. */
  counts: TaskPage['aggregations']
  /** Counts over the whole dataset. */
  whole: TaskPage | undefined
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
  onRefresh: () => void
  openPanel: string | undefined
  onOpenPanel: (id: string | undefined) => void
}

/** The modes of the page, its panels and refresh; a memoised component, as none of it depends on the records. */
export const ExploreSidebar = memo(function ExploreSidebar(props: ExploreSidebarProps) {
  const { parts, viewMode, onMode, counts, whole, filter, onFilter, onRefresh, openPanel, onOpenPanel } = props
  const { Stats } = parts
  const modes = parts.viewModes.map((mode) => ({
    id: mode,
    label: t(`explore.mode.${mode}`),
    icon: MODE_ICONS[mode],
    isActive: mode === viewMode,
    onPress: () => mode !== viewMode && onMode(mode),
  }))
  const items = [
    ...modes,
    {
      id: 'progress',
      label: t('explore.progress'),
      icon: ListChecks,
      panel: (
        <ProgressPanel
          progress={annotationProgress(whole?.total ?? 0, whole?.aggregations)}
          hasLabels={parts.hasLabels}
        />
      ),
    },
    {
      id: 'stats',
      label: t('explore.stats'),
      icon: ChartColumn,
      panel: (
        <Suspense fallback={<Skeleton height={160} />}>
          <Stats counts={counts} onSearch={(words) => onFilter({ ...filter, text: joinWords(filter.text, words) })} />
        </Suspense>
      ),
    },
    { id: 'refresh', label: t('explore.refresh'), icon: RefreshCw, onPress: onRefresh },
  ]
  return <Sidebar items={items} openId={openPanel} onOpenChange={onOpenPanel} />
})

function joinWords(text: string | undefined, words: string): string {
  return text ? `${text} ${words}` : words
}

/** Number of labels listed at first. */
const FIRST = 8

/** Annotation progress of the whole dataset: in percent, in numbers, and per label where records have labels. */
function ProgressPanel({ progress, hasLabels }: { progress: AnnotationProgress; hasLabels: boolean }) {
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
      {hasLabels && (
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
              {isWhole
                ? t('explore.progress.fewer')
                : t('explore.progress.more', { count: annotatedAs.length - FIRST })}
            </button>
          )}
        </section>
      )}
    </div>
  )
}
