import { datasets } from '../../i18n/en/datasets.ts'
import { addWords } from '../../i18n/index.ts'

// Imported first by the page, before a module of it asks for its words.
addWords(datasets)
