import { datasets } from '../../i18n/en/datasets.ts'
import { settings } from '../../i18n/en/settings.ts'
import { addWords } from '../../i18n/index.ts'

// Imported first by the page, before a module of it asks for its words.
addWords(settings)
addWords(datasets)
