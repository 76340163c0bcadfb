import { t } from '../../i18n/areas/team/agreement.ts'
import { formatNumber, formatShortPercent } from '../../i18n/index.ts'

/** Format a coefficient; a dash if it is undefined. */
export function figure(value: number | null, digits = 2): string {
  if (value === null) return '–'
  // Not -0.00.
  return formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' })
}

/** Format a share in percent; a dash if it is undefined. */
export function share(value: number | null): string {
  return value === null ? '–' : formatShortPercent(value)
}

/** Format an interval of a coefficient, with a third digit where two do not tell its ends apart. */
export function range([low, high]: readonly [number, number]): string {
  const digits = figure(low) === figure(high) ? 3 : 2
  return t('agreement.range', { low: figure(low, digits), high: figure(high, digits) })
}

/** Format an interval of a share in percent. */
export function rangeOfShares([low, high]: readonly [number, number]): string {
  return t('agreement.range', { low: share(low), high: share(high) })
}
