/** The page sizes to choose from, and the initial one (spec section 9). */
export const PAGE_SIZES = [1, 10, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10
/** Records after this many cannot be reached by paging (spec section 9). */
export const MAX_RECORDS = 10_000

/** The current page, counted from 1, and the number of records per page. */
export interface Pagination {
  size: number
  page: number
}

/** Number of records before the page. */
export function offsetOf({ size, page }: Pagination): number {
  return (page - 1) * size
}

/** Number of the last page that can be opened; 1 for an empty list. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(Math.min(total, MAX_RECORDS) / size))
}

/** The numbers of a pager: a window of five around the current page, the first and the last page, and 'gap' for each omitted range. */
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
