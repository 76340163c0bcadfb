import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnnotationRecord } from '../api/record.ts'
import { formatNumber, t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { GoToField } from '../queue/GoToField.tsx'
import { statusOf } from '../queue/queue.ts'
import { STATUS_TONES } from '../queue/status.ts'
import { Chip } from '../ui/Chip.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ExternalId } from './ExternalId.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import styles from './RecordPanel.module.css'

interface Position {
  at: number
  total: number | undefined
  /** Show the record at another position. */
  onGo: (position: number) => void
}

interface RecordPanelProps {
  record: AnnotationRecord
  /** Absent for a record opened by its link. */
  position?: Position
  /** More buttons of the header. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The record to read: where it stands in its queue, its status, its fields. */
export function RecordPanel({ record, position, actions, children }: RecordPanelProps) {
  const status = statusOf(record)
  return (
    <section className={styles.panel} aria-label={t('annotate.record')}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          {position && <Pager {...position} />}
          {record.externalId !== null && <ExternalId id={record.externalId} />}
          <span className={styles.grow} />
          <Chip tone={STATUS_TONES[status]}>{t(`annotate.status.${status}`)}</Chip>
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

function Pager({ at, total, onGo }: Position) {
  const previous = useCommand('annotate.previous')
  const next = useCommand('annotate.next')
  const of = total === undefined ? '…' : formatNumber(total)
  return (
    <nav className={styles.pager} aria-label={t('annotate.pager')}>
      <IconButton
        icon={ChevronLeft}
        label={previous.label}
        keys={previous.keys}
        size="tiny"
        isDisabled={!previous.isEnabled}
        onPress={previous.run}
      />
      <span className="visuallyHidden" role="status">
        {t('annotate.position', { position: at, total: of })}
      </span>
      <span className={styles.position}>
        <GoToField label={t('annotate.goToRecord')} at={at} last={total ?? at} onGo={onGo} />
        <span aria-hidden="true"> {t('annotate.positionOf', { total: of })}</span>
      </span>
      <IconButton
        icon={ChevronRight}
        label={next.label}
        keys={next.keys}
        size="tiny"
        isDisabled={!next.isEnabled}
        onPress={next.run}
      />
    </nav>
  )
}
