import { queueNotice } from '../../../../i18n/en/queue-notice.ts'
import { addWords } from '../../../../i18n/index.ts'

// Imported first by the notice, before it asks for its words.
addWords(queueNotice)
