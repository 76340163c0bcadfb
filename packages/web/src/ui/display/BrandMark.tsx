import { t } from '../../i18n/index.ts'
import styles from './BrandMark.module.css'

/** The mark and the name. */
export function BrandMark({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <span className={styles.brand} data-size={size}>
      <span className={styles.mark} aria-hidden="true" />
      <span data-brand-name>{t('app.name')}</span>
    </span>
  )
}
