import { t } from '../../i18n/areas/finding.ts'
import { formatNumber } from '../../i18n/index.ts'
import styles from './RangeFilter.module.css'

interface HistogramProps {
  buckets: readonly { ge: number; lt: number; count: number }[]
  /** The selected range: bars outside of it are pale. */
  range: readonly [number, number]
  bounds: readonly [number, number]
}

/** The distribution of the numbers, above the slider that selects a range. */
export function Histogram({ buckets, range: [from, to], bounds: [min, max] }: HistogramProps) {
  const most = Math.max(1, ...buckets.map(({ count }) => count))
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  const width = Math.max(max - min, Number.EPSILON)
  const words = (value: number) => formatNumber(value, { maximumFractionDigits: 4 })
  return (
    <div
      className={styles.histogram}
      role="img"
      aria-label={t('search.histogram', { count: total, min: words(min), max: words(max) })}
    >
      {buckets.map(({ ge, lt, count }) => (
        <span
          key={ge}
          className={styles.bar}
          title={t('search.bar', { from: words(ge), to: words(lt), count })}
          data-inside={(lt > from && ge <= to) || undefined}
          style={{
            left: `${((Math.max(ge, min) - min) / width) * 100}%`,
            width: `${(Math.max(Math.min(lt, max) - Math.max(ge, min), width / 100) / width) * 100}%`,
            height: count === 0 ? 0 : `${Math.max(3, (count / most) * 100)}%`,
          }}
        />
      ))}
    </div>
  )
}
