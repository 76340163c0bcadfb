import type { CSSProperties } from 'react'
import { t } from '../../i18n/areas/feedback.ts'
import { QueueTabs } from '../../queue/QueueTabs.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { TopBarTwoColumns } from '../../ui/layout/layouts.tsx'
import { Sidebar } from '../../ui/layout/Sidebar.tsx'
import styles from './AnnotationView.module.css'
import { QUEUES } from './records/status.ts'

/** Remembers how the reader divides record and questions. */
export const SPLIT_KEY = 'postil.annotation.split'
/** The record's part of the two columns at first. */
export const SPLIT_SHARE = 0.6

/** The view before anything is known of the dataset: everything in its place. */
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

/** In place of a record that is on its way. */
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

/** Room for so many lines of a record that stands in one column with its questions. */
export function linesToKeep(lines = 0): CSSProperties {
  return Object({ '--lines': lines })
}

/** In place of the questions. */
export function FormSkeleton() {
  return (
    <div className={styles.formSkeleton} aria-busy="true">
      <Skeleton width={220} height={16} />
      <Skeleton height={34} radius={17} width="70%" />
      <Skeleton height={34} radius={17} width="84%" />
    </div>
  )
}
