import { exporting } from '../../i18n/en/exporting.ts'
import { addWords } from '../../i18n/index.ts'

// Imported first by the dialog, before a module of it asks for its words.
addWords(exporting)
