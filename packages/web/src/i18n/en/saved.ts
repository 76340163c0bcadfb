import type { Messages } from '../catalogue.ts'

/** Words that explain where the user's answers are. */
export const saved = {
  'annotate.elsewhere.short': 'A record was answered elsewhere meanwhile.',
  'saved.explain.elsewhere': 'Answered elsewhere meanwhile. What you did here is kept on this device until you choose.',
  'saved.explain.all': 'The server has every answer. What you have not submitted yet is kept on this device.',
  'saved.explain.saving': 'On its way to the server, and safe on this device.',
  'saved.explain.waiting': 'Safe on this device. Sending goes on by itself as soon as the server answers.',
  'saved.explain.offline': 'You are offline. Safe on this device; sending goes on when the connection is back.',
  'saved.explain.refused':
    'The server refused this answer for good. It is kept on this device until you mend or drop it.',
  'saved.tryNow': 'Send now',
  'saved.refusedTitle': 'Not accepted',
} as const satisfies Messages
