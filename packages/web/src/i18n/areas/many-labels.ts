import type { Messages } from '../catalogue.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** Texts of a label question with a search, which few options do without. */
const manyLabels = {
  'annotate.findLabel': { one: 'Type to find among {count} option', other: 'Type to find among {count} options' },
  'annotate.findLabelFor': 'Find an option of {question}',
  'annotate.noOption': 'No option matches “{query}”.',
  'annotate.more': '{count} more',
} as const satisfies Messages

/** `t` with the texts of a question of many labels, in its chunk. */
export const t = translator({ ...en, ...manyLabels })
