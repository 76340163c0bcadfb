import { datasets } from '../en/areas/datasets.ts'
import { setup } from '../en/areas/setup.ts'
import { userSettings } from '../en/areas/user-settings.ts'
import { entry } from '../en/entry.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** `t` with the texts of the user settings, in the chunk of their pages. */
export const t = translator({ ...en, ...userSettings, ...datasets, ...setup, ...entry })
