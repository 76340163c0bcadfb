import { t } from '../i18n/areas/list.ts'
import { formatNumber } from '../i18n/index.ts'

/** Which records of a list are shown. */
export interface PageAt {
  /** Index of the first record, from 1. */
  page: number
  size: number
}

/** Index of the first record of the next or previous page; undefined when there is none. */
export function pageStep({ page, size }: PageAt, total: number | undefined, by: 1 | -1): number | undefined {
  if (by < 0) return page > 1 ? Math.max(1, page - size) : undefined
  return total !== undefined && page + size <= total ? page + size : undefined
}

/** The shown range and the total as text: `11–20 of 3,080`. */
export function rangeWords({ page, size }: PageAt, total: number): string {
  const [from, to] = [Math.min(page, total), Math.min(page - 1 + size, total)]
  return t('list.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })
}
