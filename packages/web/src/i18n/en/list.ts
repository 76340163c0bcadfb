import type { Messages } from '../catalogue.ts'

/** Texts of lists of records and their pages. */
export const list = {
  'list.pager': 'Pages',
  'list.pagerBelow': 'Pages, below the list',
  'list.previousPage': 'Previous page',
  'list.nextPage': 'Next page',
  'list.range': '{from}–{to} of {total}',
} as const satisfies Messages
