import { sortPanel } from '../../../i18n/en/sort-panel.ts'
import { addWords } from '../../../i18n/index.ts'

// Imported first by the part that says them.
addWords(sortPanel)
