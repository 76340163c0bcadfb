import type { CSSProperties } from 'react'
import { t } from '../../i18n/areas/feedback.ts'
import { QueueTabs } from '../../queue/QueueTabs.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { TopBarTwoColumns } from '../../ui/layout/layouts.tsx'
import { Sidebar } from '../../ui/layout/Sidebar.tsx'
import styles from './AnnotationView.module.css'
import { QUEUES } from './records/status.ts'

/** Local-storage key of the user's split between record and questions. */
export const SPLIT_KEY = 'postil.annotation.split'
/** Default share of the width for the record's column, 0–1. */
export const SPLIT_SHARE = 0.6

/**
 * Placeholder for the whole annotation view while the dataset loads, with the final layout, so that nothing moves
 * afterwards.
 */
export function AnnotationSkeleton({ isOneColumn, lines }: { isOneColumn?: boolean; lines?: number }) {
  return (
    <TopBarTwoColumns
      storageKey={SPLIT_KEY}
      defaultShare={SPLIT_SHARE}
      isOneColumn={isOneColumn}
      topBar={<QueueTabs {...QUEUES} value="pending" counts={undefined} onChange={() => undefined} />}
      left={<RecordSkeleton lines={lines} />}
      right={<FormSkeleton />}
      sidebar={<Sidebar items={[]} openId={undefined} onOpenChange={() => undefined} />}
    />
  )
}

/** Placeholder for the record while it loads. */
export function RecordSkeleton({ lines }: { lines?: number | undefined }) {
  return (
    <section className={styles.record} aria-busy="true" aria-label={t('annotate.loadingRecord')}>
      <div className={styles.sheet} style={linesToKeep(lines)}>
        <Skeleton width={140} height={12} />
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton height={18} width="62%" />
      </div>
    </section>
  )
}

/** Custom property that reserves the height of a record with this many lines of text, in the one-column layout. */
export function linesToKeep(lines = 0): CSSProperties {
  return Object({ '--lines': lines })
}

/** Placeholder for the questions while they load. */
export function FormSkeleton() {
  return (
    <div className={styles.formSkeleton} aria-busy="true">
      <Skeleton width={220} height={16} />
      <Skeleton height={34} radius={17} width="70%" />
      <Skeleton height={34} radius={17} width="84%" />
    </div>
  )
}
