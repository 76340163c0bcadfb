import type { Messages } from '../catalogue.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** Texts of what can be done about a record beside answering it: skip it, ask the lead. */
const marks = {
  'annotate.skip': 'Skip, not now',
  'annotate.skip.why': 'Only a pending record of the queue can be skipped.',
  'annotate.skipped': 'Skipped. It waits at the end of the queue.',
  'annotate.doubt': 'Ask the lead about this record',
  'annotate.doubt.marked': 'You have asked the lead about this record',
  'annotate.doubt.replies': {
    one: 'The lead has replied to a question of yours.',
    other: 'The lead has replied to {count} questions of yours.',
  },
} as const satisfies Messages

/** `t` with the texts of the marks of a record. */
export const t = translator({ ...en, ...marks })
