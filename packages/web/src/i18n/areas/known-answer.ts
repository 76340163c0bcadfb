import type { Messages } from '../catalogue.ts'
import { en } from '../en/index.ts'
import { translator } from '../t.ts'

/** Texts of setting the known answer of a record while annotating. */
const knownAnswer = {
  'known.set': 'Set the known answer…',
  'known.isGold': 'Gold record: change its known answer…',
  'known.title': 'Known answer',
  'known.what':
    'The answers in the form become the decision about this record, and it becomes gold: the answers of annotators are compared with it.',
  'known.unanswered': 'Answer a question first: what the form contains becomes the known answer.',
  'known.unchanged': 'The form contains the known answer already.',
  'known.invalid': 'not a complete answer, is left out',
  'known.kept': 'decided, stays',
  'known.same': 'decided',
  'known.replaces': 'replaces: {answer}',
  'known.save': 'Set as known answer',
  'known.failed': 'The decisions about this record could not be loaded.',
  'known.retry': 'Try again',
  'known.saved': 'The known answer is set. The record is gold.',
  'known.madeGold': 'The record is gold.',
  'known.madeOrdinary': 'The record is ordinary again. Its decisions stay.',
  'known.undo': 'Undo',
  'known.undone': 'The record is as it was before.',
  'known.changedSince': 'Somebody has changed the decisions meanwhile. Look at them again.',
} as const satisfies Messages

/** `t` with the texts of known answers. */
export const t = translator({ ...en, ...knownAnswer })
