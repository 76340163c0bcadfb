import { datasets } from '../../i18n/en/datasets.ts'
import { setup } from '../../i18n/en/setup.ts'
import { userSettings } from '../../i18n/en/user-settings.ts'
import { addWords } from '../../i18n/index.ts'

// Imported first by the page, before a module of it asks for its words.
addWords(userSettings)
addWords(datasets)
addWords(setup)
