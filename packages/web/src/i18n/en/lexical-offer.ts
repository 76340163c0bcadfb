import type { Messages } from '../catalogue.ts'

/** Words of the offer to make vectors where a dataset has none. */
export const lexicalOffer = {
  'search.lexical.title': 'No vectors yet',
  'search.lexical.text':
    'Similar records are found by vectors, and this dataset has none. Postil can make them from the words and letters of its records: no model, nothing leaves the server, and new records get theirs by themselves.',
  'search.lexical.make': 'Make vectors from the words',
  'search.lexical.progress': 'Making vectors',
  'search.lexical.of': '{done} of {total} records',
  'search.lexical.wait': 'You can go on working. The search starts by itself when this stays open.',
} as const satisfies Messages
