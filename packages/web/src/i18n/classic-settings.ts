import { datasets } from './en/datasets.ts'
import { explore } from './en/explore.ts'
import { en } from './en/index.ts'
import { labels } from './en/labels.ts'
import { options } from './en/options.ts'
import { settings } from './en/settings.ts'
import { translator } from './t.ts'

/** `t` with the texts of the settings of a classic dataset, which come with the code of the pages that need them. */
export const t = translator({ ...en, ...settings, ...datasets, ...explore, ...labels, ...options })
