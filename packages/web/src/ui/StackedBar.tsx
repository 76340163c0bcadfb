import { formatNumber } from '../i18n/index.ts'
import { classNames } from './class-names.ts'
import styles from './ProgressBar.module.css'

/** One stretch of the bar; `color` is a custom property's name, `--verdigris`. */
interface BarPart {
  label: string
  count: number
  color: string
}

interface StackedBarProps {
  /** What the bar is about, for screen readers: parts and counts follow. */
  label: string
  parts: readonly BarPart[]
  /** What the whole bar stands for; the rest stays empty. */
  total: number
  size?: 'thin' | 'large'
}

/** A thin bar of several colours: how a total is divided. Counts belong in words next to it. */
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
