import { annotation } from './annotation.ts'
import { app } from './app.ts'
import { bulk } from './bulk.ts'
import { datasets } from './datasets.ts'
import { explore } from './explore.ts'
import { exporting } from './exporting.ts'
import { guides } from './guides.ts'
import { importing } from './importing.ts'
import { keyboard } from './keyboard.ts'
import { labels } from './labels.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { ui } from './ui.ts'
import { userSettings } from './user-settings.ts'

/** The English catalogue: every text of the app. A new area is a file of its own, spread in here. */
export const en = {
  ...annotation,
  ...app,
  ...bulk,
  ...datasets,
  ...explore,
  ...exporting,
  ...guides,
  ...importing,
  ...keyboard,
  ...labels,
  ...search,
  ...session,
  ...settings,
  ...setup,
  ...ui,
  ...userSettings,
}
