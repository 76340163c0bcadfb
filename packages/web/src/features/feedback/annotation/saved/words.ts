import { saved } from '../../../../i18n/en/saved.ts'
import { addWords } from '../../../../i18n/index.ts'

// Imported first by the details, before they ask for their words.
addWords(saved)
