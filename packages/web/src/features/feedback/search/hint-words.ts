import { searchHint } from '../../../i18n/en/search-hint.ts'
import { addWords } from '../../../i18n/index.ts'

// Imported first by the part that says them.
addWords(searchHint)
