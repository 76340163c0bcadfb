import type { Messages } from '../../catalogue.ts'
import { explore } from '../../en/explore.ts'
import { translator } from '../../t.ts'

/** Texts of the cards of text2text. */
const text2text = {
  'explore.sentence.editor': 'Your text',
  'explore.sentence.prompt': 'Write the text here',
  'explore.sentence.scores': 'Predictions by score',
  'explore.sentence.use': 'Use this',
  'explore.sentence.untouched': 'Predicted by {agent}, unchanged',
  'explore.sentence.asPredicted': 'Your text, as predicted by {agent}',
  'explore.sentence.edited': 'Edited from {agent}',
  'explore.sentence.annotation': 'Your text',
  'explore.sentence.place': '{at} of {count}',
  'explore.sentence.previous': 'Previous prediction',
  'explore.sentence.next': 'Next prediction',
  'explore.sentence.struck': 'Struck through: changed in your text',
  'explore.sentence.keyValidate': 'validate and go on',
  'explore.sentence.keyNext': 'next record',
  'explore.sentence.none': 'No text yet',
} as const satisfies Messages

/** `t` with the texts of the cards of text2text. */
export const t = translator({ ...explore, ...text2text })
