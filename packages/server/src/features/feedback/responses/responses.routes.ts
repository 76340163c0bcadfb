import { responseRoutes } from '@postil/contract/feedback/responses'
import { handle } from '../../../http/calls/handle'
import { createResponse, deleteResponse, saveMyResponses, updateResponse } from './responses.service'
import { responseToWire } from './responses.wire'

/** Handlers of the response routes. */
export const responseHandlers = handle(responseRoutes, {
  createResponse: async ({ tx, user, found, body, query }) =>
    responseToWire(await createResponse(tx, user, found('record'), body, query.user_id)),
  updateResponse: async ({ tx, user, found, body, query }) =>
    responseToWire(await updateResponse(tx, user, found('response'), body, query.updated_at)),
  deleteResponse: async ({ tx, user, found, query }) =>
    responseToWire(await deleteResponse(tx, user, found('response'), query.updated_at)),
  saveMyResponses: async ({ tx, user, body, query }) => ({
    items: await saveMyResponses(tx, user, body.items, query),
  }),
})
