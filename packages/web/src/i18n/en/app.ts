import type { Messages } from '../catalogue.ts'

/** Texts of the app shell. Those of the error pages are fixed by the specification. */
export const app = {
  'app.name': 'Postil',
  'app.skip': 'Skip to content',
  'app.home': ', all datasets',
  'app.datasets': 'Datasets',
  'app.settings': 'Settings',
  'app.documentation': 'Documentation',
  'app.commands': 'Commands',
  'app.accountMenu': 'Account of {username}',
  'app.theme': 'Theme',
  'app.theme.system': 'System',
  'app.theme.light': 'Light',
  'app.theme.dark': 'Dark',
  'app.panel': 'Side panel',

  'app.offline': 'You are offline. What you type is kept on this device.',
  'app.online': 'You are online again.',
  'app.offlineBanner': 'You are offline. Nothing you type is lost; saving resumes when the connection is back.',

  'app.unreachable.title': 'Postil cannot reach its server.',
  'app.unreachable.text': 'Nothing is lost. We keep trying every few seconds.',
  'app.unreachable.retry': 'Try again',
  'app.partAway': 'This part could not be loaded because the server does not answer. Try again in a moment.',
  'app.pageAway.title': 'This page could not be loaded.',
  'app.pageAway.text': 'The server does not answer. Nothing is lost.',
  'app.working': 'One moment…',

  'app.error.notFound': 'This page could not be found',
  'app.error.title': 'Something went wrong.',
  'app.error.text': "We can't seem to find the page you are looking for",
  'app.error.forbidden': 'You do not have access to this page. An owner can add you to its workspace.',
  'app.error.home': 'Back to home page',
  'app.error.nested': 'An error occurred while showing the error page',
  'app.error.nestedHome': 'Go back to home',
  'app.error.unknownGuard': "Unknown route guard '{name}'",
  'app.error.refusedRedirect': 'Postil does not follow links to other sites.',

  'export.button': 'Export',
  'app.version': 'Postil {version}',
} as const satisfies Messages
