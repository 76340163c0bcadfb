import type { ReactNode } from 'react'
import { t } from '../../../i18n/explore.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './find.module.css'

interface DraftFormProps {
  title?: string
  children: ReactNode
  /** A button that takes away what is in force. */
  reset?: ReactNode
  onApply: () => void
  onCancel: () => void
}

/** What a button of the bar opens: choices that count when they are applied. */
export function DraftForm({ title, children, reset, onApply, onCancel }: DraftFormProps) {
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        onApply()
      }}
    >
      {title && <h3 className={styles.heading}>{title}</h3>}
      {children}
      <div className={styles.actions}>
        {reset}
        <span className={styles.grow} />
        <Button size="medium" onPress={onCancel}>
          {t('explore.filter.cancel')}
        </Button>
        <Button variant="primary" size="medium" type="submit">
          {t('explore.filter.apply')}
        </Button>
      </div>
    </form>
  )
}
