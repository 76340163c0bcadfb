import { useId } from 'react'
import { formatShortPercent } from '../../i18n/index.ts'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** 0–1; undefined while the total is unknown. */
  share?: number
}

/**
 * The progress of a task, as text and as a bar. Not the library's component: it would bring its number formatter into every page, since the
 * library's buttons need a part of the same file.
 */
export function ProgressBar({ label, share }: ProgressBarProps) {
  const labelId = useId()
  const shown = share === undefined ? undefined : Math.min(1, Math.max(0, share))
  const percent = shown === undefined ? undefined : formatShortPercent(shown)
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-labelledby={labelId}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown === undefined ? undefined : Math.round(shown * 100)}
      aria-valuetext={percent}
    >
      <div className={styles.words}>
        <span id={labelId}>{label}</span>
        <span>{percent}</span>
      </div>
      <div className={styles.track} data-indeterminate={shown === undefined || undefined}>
        <span className={styles.fill} style={{ width: shown === undefined ? '30%' : `${shown * 100}%` }} />
      </div>
    </div>
  )
}
