import type { Messages } from '../catalogue.ts'

/** Words of the command palette and the shortcut sheet. */
export const keyboard = {
  'keyboard.palette': 'Command palette',
  'keyboard.paletteFind': 'Find a command',
  'keyboard.paletteEmpty': 'No command matches “{query}”.',
  'keyboard.sheet': 'Keyboard shortcuts',
  'keyboard.sheetHint':
    'Keys rest while you type in a text field, a menu or a dialog. Single letters also rest in a question: press Escape first.',
  'keyboard.change': 'Change the keys of {command}',
  'keyboard.press': 'Press the new keys, or Escape',
  'keyboard.reset': 'Reset the keys of {command}',
  'keyboard.none': 'No key',
  'keyboard.taken': 'Already used by “{command}”.',
  'keyboard.openPalette': 'Open the command palette',
  'keyboard.openSheet': 'Show keyboard shortcuts',
  'keyboard.goDatasets': 'Go to datasets',
  'keyboard.goUserSettings': 'Go to user settings',
  'keyboard.goGuides': 'Read the documentation',
  'keyboard.themeLight': 'Use the light theme',
  'keyboard.themeDark': 'Use the dark theme',
  'keyboard.themeSystem': 'Follow the system theme',
  'keyboard.signOut': 'Log out',
  'keyboard.group.everywhere': 'Everywhere',
  'keyboard.group.go': 'Go to',
  'keyboard.group.look': 'Look',
} as const satisfies Messages
