import { setup } from '../../i18n/en/setup.ts'
import { addWords } from '../../i18n/index.ts'

// Imported first by the pages before one is inside, before a module of it asks for its words.
addWords(setup)
