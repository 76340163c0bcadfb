import { searchRoutes } from '@postil/contract/feedback/search'
import { handle } from '../../../http/calls/handle'
import { findSuggestionOptions } from './suggestion-options.store'

/** Handlers of the search routes. */
export const searchHandlers = handle(searchRoutes, {
  getSuggestionOptions: async ({ db, params }) => ({ items: await findSuggestionOptions(db, params.dataset_id) }),
})
