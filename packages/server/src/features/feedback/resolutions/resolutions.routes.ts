import { resolutionRoutes } from '@postil/contract/feedback/team/resolutions'
import { handle } from '../../../http/calls/handle'
import { selectUsernames } from '../agreement/agreement.service'
import { responseToWire } from '../responses/responses.wire'
import { isGold, markGold, unmarkGold } from './gold.service'
import { findNewDecisions, noteDecisionsSeen } from './new-decisions'
import { deleteResolution, saveResolution, selectOthers } from './resolutions.service'
import { selectSubmittedTo } from './resolutions.store'
import { resolutionToWire } from './resolutions.wire'
import { seenBy, selectSeen } from './seen-resolutions'

/** Handlers of the answers to one record and of its decisions. */
export const resolutionHandlers = handle(resolutionRoutes, {
  listRecordResponses: async ({ db, found }) => {
    const rows = await selectSubmittedTo(db, found('record').pk)
    const ids = rows.flatMap(({ user_id }) => user_id ?? [])
    return { items: rows.map(responseToWire), users: await selectUsernames(db, ids) }
  },
  listOthersResponses: async ({ db, user, found }) => {
    const rows = await selectOthers(db, user, found('record'))
    const ids = rows.flatMap(({ user_id }) => user_id ?? [])
    return { items: rows.map(responseToWire), users: await selectUsernames(db, ids) }
  },
  listResolutions: async ({ db, user, found }) => ({
    items: (await selectSeen(db, [found('record').pk], seenBy(user))).map(resolutionToWire),
  }),
  saveResolution: async ({ tx, user, found, body, query, setStatus }) => {
    const { row, isNew } = await saveResolution(tx, user, found('record'), body, query.updated_at)
    setStatus(isNew ? 201 : 200)
    return resolutionToWire(row)
  },
  deleteResolution: async ({ tx, user, found, params, query }) =>
    resolutionToWire(await deleteResolution(tx, user, found('record'), params.question_id, query.updated_at)),
  findNewDecisions: ({ db, user, found }) => findNewDecisions(db, user, found('dataset').id),
  noteDecisionsSeen: async ({ tx, user, found, body }) => {
    await noteDecisionsSeen(tx, user, found('dataset').id, body.until_ms)
    return undefined
  },
  getGold: async ({ db, found }) => ({ record_id: found('record').id, is_gold: await isGold(db, found('record')) }),
  markGold: async ({ tx, user, found }) => {
    await markGold(tx, user, found('record'))
    return { record_id: found('record').id, is_gold: true }
  },
  unmarkGold: async ({ tx, user, found }) => {
    await unmarkGold(tx, user, found('record'))
    return { record_id: found('record').id, is_gold: false }
  },
})
