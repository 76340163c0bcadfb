import type { Messages } from '../catalogue.ts'

/** Texts of sign-in, set-up and joining, of passwords and sessions. */
export const entry = {
  'session.title': 'Welcome back',
  'session.lead': 'Sign in to read, answer and decide.',
  'session.motto': 'Notes in the margin of a text.',
  'session.username': 'Username',
  'session.password': 'Password',
  'session.signIn': 'Sign in',
  'session.signingIn': 'Signing in…',
  'session.capsLock': 'Caps Lock is on',
  'session.wrong': 'That username and password do not match. Try again.',
  'session.tooMany': 'Too many attempts. Wait a minute, then try again.',
  'session.noServer': 'The server did not answer. Check the connection and try again.',
  'session.failed': 'Signing in failed: {detail}',
  'session.missing': 'Enter your username and password.',
  'session.passwordShort': 'Use at least {min} characters.',
  'session.passwordLong': 'Use at most {max} characters.',
  'session.since': 'Signed in {when}',
  'session.current': 'this browser',
  'session.end': 'Sign out',
} as const satisfies Messages
