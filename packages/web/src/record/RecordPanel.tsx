import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { ExternalId } from './ExternalId.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import styles from './RecordPanel.module.css'
import type { RecordFacts } from './record-parts.ts'

interface RecordPanelProps {
  record: RecordFacts
  /** The way to the records before and after it, if there are any. */
  pager?: ReactNode
  /** Where it stands, such as a chip. */
  status: ReactNode
  /** More buttons of the header. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The record to read: where it stands, what can be done with it, its fields. */
export function RecordPanel({ record, pager, status, actions, children }: RecordPanelProps) {
  return (
    <section className={styles.panel} aria-label={t('annotate.record')}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          {pager}
          {record.externalId !== null && <ExternalId id={record.externalId} />}
          <span className={styles.grow} />
          {status}
          {actions}
          <RecordDetails record={record} />
        </header>
        {/* A new element for each record: it is read from its beginning, and nothing has to be scrolled back. */}
        <section
          key={record.id}
          className={styles.body}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          aria-label={t('annotate.fields')}
          data-record-body
        >
          {children}
        </section>
      </div>
    </section>
  )
}
