import { recordFacetRoutes } from '@postil/contract/feedback/record-facets'
import { searchRoutes } from '@postil/contract/feedback/search'
import { handle } from '../../../http/calls/handle'
import { countFacets } from './facets/count-facets'
import { findSuggestionOptions } from './suggestion-options.store'

/** Handlers of the search routes. */
export const searchHandlers = handle(searchRoutes, {
  getSuggestionOptions: async ({ db, params }) => ({ items: await findSuggestionOptions(db, params.dataset_id) }),
})

/** Handlers of the facet counts. */
export const recordFacetHandlers = handle(recordFacetRoutes, {
  countMyFacets: ({ context, user, found, query, body }) =>
    countFacets(context.engine, user, found('dataset'), query, body, 'mine'),
  countFacets: ({ context, user, found, query, body }) =>
    countFacets(context.engine, user, found('dataset'), query, body, 'all'),
})
