import type { Messages } from '../catalogue.ts'

/** Words of the panels of finding that are opened by hand. */
export const finding = {
  'search.lexical.title': 'No vectors yet',
  'search.lexical.text':
    'Similar records are found by vectors, and this dataset has none. Postil can make them from the words and letters of its records: no model, nothing leaves the server, and new records get theirs by themselves.',
  'search.lexical.make': 'Make vectors from the words',
  'search.lexical.progress': 'Making vectors',
  'search.lexical.of': '{done} of {total} records',
  'search.lexical.wait': 'You can go on working. The search starts by itself when this stays open.',
  'search.sort.keys': 'Sorted by',
  'search.sort.none': 'In a mixed order of your own, so that people begin at different records.',
  'search.sort.matches': 'Best matches first, unless very many match.',
  'search.sort.add': 'Sort by…',
  'search.sort.addLabel': 'Add a sort key',
  'search.sort.key': 'Sort key {place}',
  'search.sort.asc': 'Ascending',
  'search.sort.desc': 'Descending',
  'search.sort.turn': '{name}: {order}. Turn round',
  'search.sort.drag': 'Drag to another place',
  'search.sort.up': 'Move {name} up',
  'search.sort.down': 'Move {name} down',
  'search.sort.remove': 'Remove {name}',
  'search.sort.clear': 'Remove all',
  'search.sort.moved': '{name} is now key {place}.',
  'search.sort.similarity': 'Similar records come by their similarity. This order counts again after that search.',
} as const satisfies Messages
