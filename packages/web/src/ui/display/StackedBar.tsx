import { formatNumber } from '../../i18n/index.ts'
import { classNames } from '../browser/class-names.ts'
import styles from './ProgressBar.module.css'

/** One segment of the bar; `color` is the name of a custom property such as `--verdigris`. */
interface BarPart {
  label: string
  count: number
  color: string
}

interface StackedBarProps {
  /** What the bar is about, for screen readers: parts and counts follow. */
  label: string
  parts: readonly BarPart[]
  /** The value of the full width; the rest stays empty. */
  total: number
  size?: 'thin' | 'large'
}

/** A thin stacked bar that shows how a total is divided. Put the counts as text next to it. */
export function StackedBar({ label, parts, total, size = 'thin' }: StackedBarProps) {
  const words = parts.map((part) => `${part.label} ${formatNumber(part.count)}`).join(', ')
  return (
    <div
      className={classNames(styles.track, size === 'large' && styles.large)}
      role="img"
      aria-label={`${label}: ${words}`}
      title={words}
    >
      {parts
        .filter((part) => part.count > 0 && total > 0)
        .map((part) => (
          <span
            key={part.label}
            className={styles.fill}
            style={{ width: `${(part.count / total) * 100}%`, background: `var(${part.color})` }}
          />
        ))}
    </div>
  )
}
