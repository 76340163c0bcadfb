import type { Messages } from '../catalogue.ts'
import { annotation } from './annotation.ts'

/** The texts that most visits need. Those of other areas are loaded with their pages, through a `t` of their own, such as that of `i18n/areas/bulk.ts`. */
export const en = {
  ...annotation,

  // The app shell. Texts of the error pages are fixed by the specification.
  'app.name': 'Postil',
  'app.skip': 'Skip to content',
  'app.home': ', all datasets',
  'app.datasets': 'Datasets',
  'app.settings': 'Settings',
  'app.commands': 'Commands',
  'app.accountMenu': 'Account of {username}',
  'app.panel': 'Side panel',

  'app.offline': 'You are offline. What you type is kept on this device.',
  'app.online': 'You are online again.',
  'app.offlineBanner': 'You are offline. Nothing you type is lost; saving resumes when the connection is back.',

  'app.unreachable.title': 'Postil cannot reach its server.',
  'app.unreachable.text': 'Nothing is lost. We keep trying every few seconds.',
  'app.unreachable.retry': 'Try again',
  'app.partAway': 'This part could not be loaded. The server does not answer. Try again in a moment.',
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

  'export.button': 'Export',

  // The command palette and the shortcut sheet.
  'keyboard.palette': 'Command palette',
  'keyboard.sheet': 'Keyboard shortcuts',
  'keyboard.openPalette': 'Open the command palette',
  'keyboard.openSheet': 'Show keyboard shortcuts',
  'keyboard.goDatasets': 'Go to datasets',
  'keyboard.goUserSettings': 'Go to user settings',
  'keyboard.goGuides': 'Read the documentation',
  'keyboard.themeLight': 'Use the light theme',
  'keyboard.themeDark': 'Use the dark theme',
  'keyboard.themeSystem': 'Follow the system theme',
  'keyboard.signOut': 'Log out',

  // Search, filters, sort and similarity.
  // The accessible name contains the visible text.
  'search.inForce': '{name} {count} in force',
  'search.tools': 'Find records',
  'search.label': 'Search the records',
  'search.placeholder': 'Search',
  'search.placeholderIn': 'Search in {field}',
  'search.options': 'How to search',
  'search.allFields': 'All fields',
  'search.filters': 'Filters',
  'search.reset': 'Reset filters and sort',
  'search.dropped': 'Ignored, because this dataset does not have it: {parts}',

  'search.sort': 'Sort',

  'search.similar': 'Find similar',
  'search.similar.title': 'Find similar records',
  'search.similar.score': 'Similarity',
  'search.similar.noVectors': 'This dataset has no vectors yet. An admin can add them.',

  'search.view': 'View',
  'search.view.focus': 'Focus',
  'search.view.bulk': 'Bulk',
  'search.viewCommand': 'Switch between focus and bulk',

  // Signing in.
  'session.expired': 'Your session has ended. Sign in again to continue where you left off.',
  'session.refused':
    'A server in front of Postil has ended your session. Sign in again to continue where you left off.',

  // The components in `ui/`.
  'ui.offlineReason': 'You are offline: this works again when the connection is back.',
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
  'ui.stay': 'Stay',
  'ui.copy': 'Copy',
  'ui.copied': 'Copied',
  'ui.copyFailed': 'Could not copy',
  'ui.copyCode': 'Copy code',
  'ui.copyName': 'Copy name',
  'ui.optional': ' (optional)',
  'ui.required': 'Required response',
  'ui.loading': 'Loading',
  'ui.breadcrumbs': 'Where you are',
  'ui.notifications': 'Notifications',
  'ui.dismiss': 'Dismiss notification',
  'ui.resize': 'Resize panels',
  'ui.remove': 'Remove {name}',
  'ui.clearSearch': 'Clear search',
  'ui.noMatches': 'Nothing matches',
  'ui.sortBy': 'Sort by {column}',
  'ui.blockedImage': 'Picture not shown: {alt}',
  'ui.choose': 'Choose…',
} as const satisfies Messages
