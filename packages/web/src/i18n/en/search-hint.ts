import type { Messages } from '../catalogue.ts'

/** What is said while something else is typed than what is searched for. */
export const searchHint = {
  'search.enterHint': 'Press Enter to search',
} as const satisfies Messages
