import type { Messages } from '../catalogue.ts'

/** Texts of signing in. */
export const session = {
  'session.expired': 'Your session has ended. Sign in again to continue where you left off.',
  'session.refused':
    'A server in front of Postil has ended your session. Sign in again to continue where you left off.',
} as const satisfies Messages
