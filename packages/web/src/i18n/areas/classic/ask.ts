import type { Messages } from '../../catalogue.ts'
import { translator } from '../../t.ts'

/** Texts of the question before many records are changed at once. */
const ask = {
  'explore.ask.validate': { one: 'Validate {count} record?', other: 'Validate {count} records?' },
  'explore.ask.annotate': {
    one: 'Annotate {count} record as “{label}” and validate it?',
    other: 'Annotate {count} records as “{label}” and validate them?',
  },
  'explore.ask.discard': { one: 'Discard {count} record?', other: 'Discard {count} records?' },
  'explore.ask.clear': { one: 'Clear {count} record?', other: 'Clear {count} records?' },
  'explore.ask.edit': { one: 'Change {count} record?', other: 'Change {count} records?' },
  'explore.ask.text': 'You can undo it afterwards.',
  'explore.ask.all':
    'This concerns all {count} records that match, on every page. Those among them in which it changes nothing stay as they are. You can undo it afterwards.',
  'explore.ask.most':
    '{total} records match, and {count} is the most that is changed at once: the first in the order of their ids. Search or filter, for example by status, to reach the others. You can undo it afterwards.',
  'explore.ask.go.validate': 'Validate them',
  'explore.ask.go.annotate': 'Validate them',
  'explore.ask.go.discard': 'Discard them',
  'explore.ask.go.clear': 'Clear them',
  'explore.ask.go.edit': 'Change them',
  'explore.ask.cancel': 'Cancel',
} as const satisfies Messages

/** `t` with the texts of that question, in its chunk. */
export const t = translator(ask)
