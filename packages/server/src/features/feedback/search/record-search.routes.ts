import { recordFacetRoutes } from '@postil/contract/feedback/record-facets'
import { recordSearchRoutes } from '@postil/contract/feedback/record-search'
import { handle } from '../../../http/calls/handle'
import { countFacets } from './facets/count-facets'
import { searchRecords } from './search-records'

/** Handlers of the search of records. */
export const recordSearchHandlers = handle(recordSearchRoutes, {
  searchMyRecords: ({ context, user, found, query, body }) =>
    searchRecords(context, user, found('dataset'), query, body, 'mine'),
  searchRecords: ({ context, user, found, query, body }) =>
    searchRecords(context, user, found('dataset'), query, body, 'all'),
})

/** Handlers of the facet counts. */
export const recordFacetHandlers = handle(recordFacetRoutes, {
  countMyFacets: ({ context, user, found, query, body }) =>
    countFacets(context.engine, user, found('dataset'), query, body, 'mine'),
  countFacets: ({ context, user, found, query, body }) =>
    countFacets(context.engine, user, found('dataset'), query, body, 'all'),
})
