import type { Messages } from '../catalogue.ts'

/** Words about an answer that the server did not take. */
export const notTaken = {
  'annotate.refusedNotice': 'The server did not accept this answer: {reason}',
  'annotate.refusedDrop': 'Drop the answer',
  'annotate.elsewhere': 'You answered this record elsewhere meanwhile; what you did here was not sent.',
  'annotate.elsewhere.region': 'Answered elsewhere',
  'annotate.elsewhere.other': 'The other',
  'annotate.elsewhere.keep': 'Keep mine',
  'annotate.elsewhere.take': 'Take the other',
} as const satisfies Messages
