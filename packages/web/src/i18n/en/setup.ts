import type { Messages } from '../catalogue.ts'

/** Texts of the set-up page, and of what it shares with the others that ask for a password. */
export const setup = {
  'ui.showPassword': 'Show password',
  'ui.hidePassword': 'Hide password',
  'app.error.refusedRedirect': 'Postil does not follow links to other sites.',
  'setup.title': 'Set up Postil',
  'setup.lead':
    'Create the first account. It is the owner and sees every dataset. Then invite others on the People page.',
  'setup.username.help': 'Letters, digits, - and _.',
  'setup.username.bad': 'Use at most 200 letters, digits, - and _, and begin with a letter or digit.',
  'setup.missing': 'Choose a username.',
  'setup.password.help': 'At least 8 characters.',
  'setup.workspace': 'First workspace',
  'setup.workspace.help': 'A workspace holds datasets and the people who work on them.',
  'setup.workspace.example': 'default',
  'setup.workspace.bad': 'Use at most 200 small letters, digits, - and _, and begin with a letter or digit.',
  'setup.send': 'Create account',
  'setup.sending': 'Creating account…',
  'setup.badLink': 'This set-up link is no longer valid. The server prints a new one each time it starts.',
  'setup.failed': 'The account could not be created: the server answered {status}.',
  'setup.noToken':
    'Open the whole set-up link that the server printed when it started: the last part of it is missing here.',
  'setup.done.title': 'All set up',
  'setup.done.text': 'This server has been set up already.',
  'setup.done.action': 'Go to datasets',
  'setup.hint': 'Nobody has an account here yet. Open the set-up link that the server printed when it started.',
} as const satisfies Messages
