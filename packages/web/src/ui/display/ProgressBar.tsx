import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components'
import { formatShortPercent } from '../../i18n/index.ts'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** 0–1; undefined while the total is unknown. */
  share?: number
}

/** The progress of a task, as text and as a bar. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  return (
    <AriaProgressBar
      className={styles.progress}
      value={(share ?? 0) * 100}
      isIndeterminate={share === undefined}
      valueLabel={share === undefined ? undefined : formatShortPercent(share)}
    >
      {({ percentage, isIndeterminate, valueText }) => (
        <>
          <div className={styles.words}>
            <Label>{label}</Label>
            <span>{valueText}</span>
          </div>
          <div className={styles.track} data-indeterminate={isIndeterminate || undefined}>
            <span className={styles.fill} style={{ width: isIndeterminate ? '30%' : `${percentage}%` }} />
          </div>
        </>
      )}
    </AriaProgressBar>
  )
}
