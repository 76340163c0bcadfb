import type { Messages } from '../catalogue.ts'

/** Words of signing in. */
export const session = {
  'session.expired': 'Your session has ended. Sign in again to go on where you were.',
} as const satisfies Messages
