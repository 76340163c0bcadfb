import type { Messages } from '../catalogue.ts'

/** Words of putting records in order. */
export const sortPanel = {
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
