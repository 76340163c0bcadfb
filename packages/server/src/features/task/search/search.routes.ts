import type { Text2TextBody, TextClassificationBody, TokenClassificationBody } from '@postil/contract/task/records'
import { searchRoutes } from '@postil/contract/task/search'
import { handle } from '../../../http/calls/handle'
import { type SearchResult, searchRecords } from './search.service'

/** Handlers of the searches for the three tasks. All records of a dataset are of its task. */
export const searchHandlers = handle(searchRoutes, {
  searchTextClassification: async ({ db, found, body, query }) =>
    ofTask<TextClassificationBody>(await searchRecords(db, found('task_dataset'), body, query)),
  searchTokenClassification: async ({ db, found, body, query }) =>
    ofTask<TokenClassificationBody>(await searchRecords(db, found('task_dataset'), body, query)),
  searchText2Text: async ({ db, found, body, query }) =>
    ofTask<Text2TextBody>(await searchRecords(db, found('task_dataset'), body, query)),
})

function ofTask<Body>(result: SearchResult): SearchResult & { records: Body[] } {
  return result as SearchResult & { records: Body[] }
}
