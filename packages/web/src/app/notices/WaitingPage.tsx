import { t } from '../../i18n/index.ts'
import styles from './WaitingPage.module.css'

/** Shown while a visit starts: only the header's line, so that nothing jumps when the page loads. */
export function WaitingPage() {
  return (
    <div aria-busy="true">
      <div className={styles.header} />
      <p className={styles.words} role="status">
        {t('app.working')}
      </p>
    </div>
  )
}
