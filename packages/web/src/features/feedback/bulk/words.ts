import { bulk } from '../../../i18n/en/bulk.ts'
import { addWords } from '../../../i18n/index.ts'

// Imported first by the list, before a module of it asks for its words.
addWords(bulk)
