import type { Messages } from '../catalogue.ts'

/** Texts of search, filters, sort and similarity. */
export const search = {
  // The accessible name contains the visible text.
  'search.inForce': '{name} {count} in force',
  'search.tools': 'Find records',
  'search.label': 'Search the records',
  'search.placeholder': 'Search',
  'search.placeholderIn': 'Search in {field}',
  'search.options': 'How to search',
  'search.allFields': 'All fields',
  'search.filters': 'Filters',
  'search.reset': 'Reset filters and sort',
  'search.dropped': 'Ignored, because this dataset does not have it: {parts}',

  'search.sort': 'Sort',

  'search.similar': 'Find similar',
  'search.similar.title': 'Find similar records',
  'search.similar.score': 'Similarity',
  'search.similar.noVectors': 'This dataset has no vectors yet. An admin of its workspace can add them with one click.',

  'search.view': 'View',
  'search.view.focus': 'Focus',
  'search.view.bulk': 'Bulk',
  'search.viewCommand': 'Switch between focus and bulk',
} as const satisfies Messages
