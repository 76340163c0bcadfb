import type { ReactNode } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from './find.module.css'

interface DraftFormProps {
  title?: string
  children: ReactNode
  /** A button that removes the active conditions. */
  reset?: ReactNode
  onApply: () => void
  onCancel: () => void
}

/** A form in a popover of the toolbar: choices take effect on Apply. */
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
