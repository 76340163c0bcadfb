import type { Messages } from '../catalogue.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** Texts of lists of records and their pages. */
const list = {
  'list.pager': 'Pages',
  'list.pagerBelow': 'Pages, below the list',
  'list.previousPage': 'Previous page',
  'list.nextPage': 'Next page',
  'list.range': '{from}–{to} of {total}',
} as const satisfies Messages

/** `t` with the texts of lists of many records. */
export const t = translator({ ...en, ...list })
