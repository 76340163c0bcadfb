import { datasets } from './en/datasets.ts'
import { entry } from './en/entry.ts'
import { en } from './en/index.ts'
import { setup } from './en/setup.ts'
import { userSettings } from './en/user-settings.ts'
import { translator } from './t.ts'

/** `t` with the texts of the user settings, in the chunk of their pages. */
export const t = translator({ ...en, ...userSettings, ...datasets, ...setup, ...entry })
