import { lexicalOffer } from '../../../i18n/en/lexical-offer.ts'
import { addWords } from '../../../i18n/index.ts'

// Imported first by the part that says them.
addWords(lexicalOffer)
