/** Which records of a list are shown. */
export interface PageAt {
  /** Index of the first record, from 1. */
  page: number
  size: number
}

/** Where the next or previous page begins; undefined when there is none. */
export function pageStep({ page, size }: PageAt, total: number | undefined, by: 1 | -1): number | undefined {
  if (by < 0) return page > 1 ? Math.max(1, page - size) : undefined
  return total !== undefined && page + size <= total ? page + size : undefined
}
