import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import styles from './Chip.module.css'
import { IconButton } from './IconButton.tsx'

interface ChipProps {
  children: ReactNode
  tone?: 'plain' | 'vermilion' | 'verdigris' | 'lapis' | 'ochre' | 'umber'
  /** Name of what the remove button removes, for screen readers. */
  name?: string
  onRemove?: () => void
}

/** A word or two in a pill: a status, an active filter, a workspace. */
export function Chip({ children, tone = 'plain', name = '', onRemove }: ChipProps) {
  return (
    <span className={styles.chip} data-tone={tone} data-removable={onRemove ? true : undefined}>
      <span className={styles.words}>{children}</span>
      {onRemove && (
        <IconButton icon={X} label={t('ui.remove', { name })} size="tiny" className={styles.cross} onPress={onRemove} />
      )}
    </span>
  )
}
