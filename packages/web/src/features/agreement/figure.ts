import { formatNumber } from '../../i18n/index.ts'

/** A coefficient, or a dash where there is none. */
export function figure(value: number | null): string {
  return value === null ? '–' : formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
