import { formatNumber } from '../../i18n/index.ts'

/** Format a coefficient; a dash if it is undefined. */
export function figure(value: number | null): string {
  return value === null ? '–' : formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
