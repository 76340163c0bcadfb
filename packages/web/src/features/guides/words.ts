import { guides } from '../../i18n/en/guides.ts'
import { addWords } from '../../i18n/index.ts'

// Imported first by the page, before a module of it asks for its words.
addWords(guides)
