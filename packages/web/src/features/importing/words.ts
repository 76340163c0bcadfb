import { importing } from '../../i18n/en/importing.ts'
import { addWords } from '../../i18n/index.ts'

// Imported first by every page that is about files, before a module of it asks for its words.
addWords(importing)
