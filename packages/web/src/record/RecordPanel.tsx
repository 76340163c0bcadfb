import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import styles from './RecordPanel.module.css'
import type { RecordFacts } from './record-parts.ts'

interface RecordPanelProps {
  record: RecordFacts
  /** The pager to the previous and next record, if any. */
  pager?: ReactNode
  /** The record's status, such as a chip. */
  status: ReactNode
  /** Shown below the details of the record. */
  details?: ReactNode
  /** More buttons of the header. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The record to read: its status, actions and fields. */
export function RecordPanel({ record, pager, details, status, actions, children }: RecordPanelProps) {
  return (
    <section className={styles.panel} aria-label={t('annotate.record')}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          {pager}
          {record.externalId !== null && <ExternalId id={record.externalId} />}
          <span className={styles.grow} />
          <span className={styles.status}>{status}</span>
          {actions}
          <RecordDetails record={record} more={details} />
        </header>
        {/* A new element for each record, so that it starts scrolled to the top. */}
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

/** This much of the end of an id is always visible: ids of a series differ there. */
const TAIL_CHARS = 6
/** An id of this length is not divided: its beginning would not fill the room of an ellipsis. */
const SHORT_CHARS = TAIL_CHARS + 2

/** The record's external id. Where room is short the middle is elided; the copy button copies all of it. */
function ExternalId({ id }: { id: string }) {
  const chars = [...id]
  const at = chars.length > SHORT_CHARS ? chars.length - TAIL_CHARS : 0
  return (
    <span className={styles.id}>
      <code className={styles.code} title={`${t('annotate.details.externalId')}: ${id}`}>
        <span className={styles.start}>{chars.slice(0, at).join('')}</span>
        <span className={styles.end}>{chars.slice(at).join('')}</span>
      </code>
      <CopyButton className={styles.copy} text={id} label={t('annotate.details.copyExternalId')} />
    </span>
  )
}
