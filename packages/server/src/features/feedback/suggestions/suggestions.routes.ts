import { suggestionRoutes } from '@postil/contract/feedback/suggestions'
import { handle } from '../../../http/calls/handle'
import { parseIds } from '../common/parse-ids'
import { deleteSuggestions, saveSuggestion } from './suggestions.service'
import { listSuggestions } from './suggestions.store'
import { suggestionToWire } from './suggestions.wire'

export const suggestionHandlers = handle(suggestionRoutes, {
  listSuggestions: async ({ db, found }) => ({
    items: (await listSuggestions(db, found('record').pk)).map(suggestionToWire),
  }),
  saveSuggestion: async ({ tx, user, found, body, query, setStatus }) => {
    const { row, isNew } = await saveSuggestion(tx, user, found('record'), body, query.updated_at)
    setStatus(isNew ? 201 : 200)
    return suggestionToWire(row)
  },
  deleteSuggestions: async ({ tx, user, found, query }) => {
    await deleteSuggestions(tx, user, found('record'), parseIds(query.ids, 'suggestions'))
    return undefined
  },
  deleteSuggestion: async ({ tx, user, found, query }) => {
    const row = found('suggestion')
    const { record_id: id, record_pk: pk, dataset_id } = row
    await deleteSuggestions(tx, user, { id, pk, dataset_id }, [row.id], query.updated_at)
    return suggestionToWire(row)
  },
})
