import { t } from '../../../i18n/areas/bulk.ts'
import type { Bulk } from '../use-bulk.ts'
import styles from './BulkForm.module.css'

interface BulkTargetProps {
  bulk: Bulk
  /** A short text without key hints, for small screens. */
  isShort?: boolean
}

/** Shows to which records the answers apply. */
export function BulkTarget({ bulk: { targetCount, selection }, isShort = false }: BulkTargetProps) {
  const isMarkedOnly = selection.ids.size === 0 && !selection.isAll
  const words =
    targetCount === 0
      ? t(isShort ? 'bulk.reason.none' : 'bulk.forNone')
      : isMarkedOnly
        ? t('bulk.forActive')
        : t('bulk.for', { count: targetCount })
  return (
    <p className={styles.target} role="status" data-some={targetCount > 0 || undefined}>
      {words}
    </p>
  )
}
