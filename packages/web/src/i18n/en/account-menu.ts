import type { Messages } from '../catalogue.ts'

/** Texts of the account menu, of which the user settings show the themes too. */
export const accountMenu = {
  'app.documentation': 'Documentation',
  'app.theme': 'Theme',
  'app.theme.system': 'System',
  'app.theme.light': 'Light',
  'app.theme.dark': 'Dark',
  'app.version': 'Postil {version}',
} as const satisfies Messages
