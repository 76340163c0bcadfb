import type { ReactNode } from 'react'
import { Label } from 'react-aria-components'
import { t } from '../../i18n/index.ts'
import styles from './Field.module.css'

interface FieldLabelProps {
  children: ReactNode
  /** `required` adds the marked asterisk, `optional` the words; absent adds nothing. */
  need?: 'required' | 'optional'
}

/** The label of a control, with the specification's marks for required and optional. */
export function FieldLabel({ children, need }: FieldLabelProps) {
  return (
    <Label className={styles.label}>
      {children}
      {need && <NeedMark need={need} />}
    </Label>
  )
}

/** The red asterisk titled "Required response", or " (optional)". */
export function NeedMark({ need }: { need: 'required' | 'optional' }) {
  if (need === 'optional') return <span className={styles.optional}>{t('ui.optional')}</span>
  return (
    <abbr className={styles.required} title={t('ui.required')} style={{ textDecoration: 'none' }}>
      *
    </abbr>
  )
}
