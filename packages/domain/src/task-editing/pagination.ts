/** Sizes of a page to choose from, and the one at first (spec section 9). */
export const PAGE_SIZES = [1, 10, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10
/** Records beyond these cannot be paged to (spec section 9). */
export const MAX_RECORDS = 10_000

/** Where in the list one is: page counts from 1. */
export interface Pagination {
  size: number
  page: number
}

/** Records before the page. */
export function offsetOf({ size, page }: Pagination): number {
  return (page - 1) * size
}

/** The last page that can be gone to; 1 for an empty list. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(Math.min(total, MAX_RECORDS) / size))
}

/**
 * The numbers of a pager: a window of five around the page, the first and the last, and 'gap' for what is left out between them.
 */
export function pageNumbers(page: number, last: number): (number | 'gap')[] {
  const from = Math.max(1, Math.min(page - 2, last - 4))
  const to = Math.min(last, from + 4)
  const window = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [
    ...(from > 1 ? [1] : []),
    ...(from > 2 ? (['gap'] as const) : []),
    ...window,
    ...(to < last - 1 ? (['gap'] as const) : []),
    ...(to < last ? [last] : []),
  ]
}
