import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../i18n/areas/notices.ts'
import type { DrawingName } from '../ui/display/Drawing.tsx'
import { EmptyState } from '../ui/display/EmptyState.tsx'
import styles from './QueueNotice.module.css'

interface QueueNoticeProps {
  label: string
  drawing: DrawingName
  title: string
  text: string
  /** Buttons for what to do next. */
  actions: ReactNode
  /** The server's message, folded at first. */
  detail?: string | undefined
}

/** Shown instead of a record when there is none: one sentence, and what to do next. */
export function QueueNotice({ label, drawing, title, text, actions, detail }: QueueNoticeProps) {
  // It replaces the record and the questions, so it takes the focus they had.
  const heading = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className={styles.notice} aria-label={label}>
      <EmptyState
        drawing={drawing}
        title={
          <span ref={heading} className={styles.title} data-record-body tabIndex={-1}>
            {title}
          </span>
        }
        action={<div className={styles.actions}>{actions}</div>}
      >
        {text}
      </EmptyState>
      {detail && (
        <details className={styles.detail}>
          <summary>{t('annotate.failed.details')}</summary>
          {detail}
        </details>
      )}
    </section>
  )
}
