import { annotation } from './annotation.ts'
import { app } from './app.ts'
import { bulk } from './bulk.ts'
import { datasets } from './datasets.ts'
import { exporting } from './exporting.ts'
import { keyboard } from './keyboard.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { ui } from './ui.ts'
import { userSettings } from './user-settings.ts'

/**
 * The English catalogue. A new area is a file of its own, spread in here; the words about files, many and seldom needed, are added by
 * their pages.
 */
export const en = {
  ...ui,
  ...app,
  ...keyboard,
  ...session,
  ...setup,
  ...settings,
  ...userSettings,
  ...datasets,
  ...annotation,
  ...search,
  ...bulk,
  ...exporting,
}
