import type { Messages } from '../../catalogue.ts'

/** Texts of what can be done about a record beside answering it: skip it, ask the lead. */
export const marks = {
  'annotate.skip': 'Skip, not now',
  'annotate.skip.why': 'Only a pending record of the queue can be skipped.',
  'annotate.skipped': 'Skipped. It waits at the end of the queue.',
  'annotate.doubt': 'Ask the lead about this record',
  'annotate.doubt.marked': 'You have asked the lead about this record',
  'annotate.doubt.replies': {
    one: 'The lead has replied to a question of yours.',
    other: 'The lead has replied to {count} questions of yours.',
  },
  'annotate.doubt.show': 'Show',
} as const satisfies Messages
