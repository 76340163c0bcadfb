import { useSyncExternalStore } from 'react'
import { t } from '../../i18n/index.ts'
import { type RequestProgressStore, requestProgress } from '../loading/request-progress.ts'
import styles from './LoadingBar.module.css'

// An empty bar looks broken and a full one looks done, so requests move it between these.
const FIRST_SHARE = 0.12
const LAST_SHARE = 0.92

/** The thin line at the top that follows the progress of requests. */
export function LoadingBar({ store = requestProgress }: { store?: RequestProgressStore }) {
  const { isActive, share } = useSyncExternalStore(store.subscribe, store.getCurrent)
  const shown = isActive ? FIRST_SHARE + share * (LAST_SHARE - FIRST_SHARE) : 1
  return (
    <div
      className={styles.bar}
      data-active={isActive || undefined}
      role="progressbar"
      aria-label={t('ui.loading')}
      aria-hidden={!isActive}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 100)}
    >
      <span className={styles.fill} style={{ transform: `scaleX(${shown})` }} />
    </div>
  )
}
