import { notTaken } from '../../../../i18n/en/not-taken.ts'
import { addWords } from '../../../../i18n/index.ts'

// Imported first by the notice, before it asks for its words.
addWords(notTaken)
