import type { Messages } from '../catalogue.ts'

/** Texts of the command palette and the shortcut sheet. */
export const keyboard = {
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
} as const satisfies Messages
