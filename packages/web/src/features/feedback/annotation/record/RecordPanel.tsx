import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { AnnotationRecord } from '../../../../api/record.ts'
import { formatNumber, t } from '../../../../i18n/index.ts'
import { useCommand } from '../../../../keyboard/use-command.ts'
import { Chip } from '../../../../ui/Chip.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { statusOf } from '../queue/queue.ts'
import { STATUS_TONES } from '../queue/status.ts'
import { RecordDetails } from './RecordDetails.tsx'
import styles from './RecordPanel.module.css'

interface RecordPanelProps {
  record: AnnotationRecord
  /** Absent for a record opened by its link. */
  position?: { at: number; total: number | undefined }
  /** More buttons of the header. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The record to read: where it stands in its queue, its status, its fields. */
export function RecordPanel({ record, position, actions, children }: RecordPanelProps) {
  const body = useRef<HTMLElement>(null)
  const status = statusOf(record)
  const recordId = record.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: every record is read from its beginning
  useEffect(() => {
    body.current?.scrollTo?.({ top: 0 })
  }, [recordId])

  return (
    <section className={styles.panel} aria-label={t('annotate.record')}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          {position && <Pager {...position} />}
          {record.externalId !== null && (
            <code className={styles.id} title={t('annotate.details.externalId')}>
              {record.externalId}
            </code>
          )}
          <span className={styles.grow} />
          <Chip tone={STATUS_TONES[status]}>{t(`annotate.status.${status}`)}</Chip>
          {actions}
          <RecordDetails record={record} />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <section className={styles.body} ref={body} tabIndex={0} aria-label={t('annotate.fields')} data-record-body>
          {children}
        </section>
      </div>
    </section>
  )
}

function Pager({ at, total }: { at: number; total: number | undefined }) {
  const previous = useCommand('annotate.previous')
  const next = useCommand('annotate.next')
  const words = t('annotate.position', { position: at, total: total === undefined ? '…' : formatNumber(total) })
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
      <span className={styles.position} role="status">
        <b>{formatNumber(at)}</b>
        {words.slice(formatNumber(at).length)}
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
