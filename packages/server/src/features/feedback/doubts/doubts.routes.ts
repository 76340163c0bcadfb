import { doubtRoutes } from '@postil/contract/feedback/team/doubts'
import { handle } from '../../../http/calls/handle'
import { selectUsernames } from '../agreement/agreement.service'
import { seenBy } from '../resolutions/seen-resolutions'
import { deleteDoubt, listDatasetDoubts, noteSeen, replyToDoubt, saveDoubt } from './doubts.service'
import { selectOwn } from './doubts.store'
import { doubtsToWire, doubtToWire } from './doubts.wire'
import { selectDoubts } from './seen-doubts'

/** Handlers of doubts. */
export const doubtHandlers = handle(doubtRoutes, {
  listRecordDoubts: async ({ db, user, found }) => {
    const rows = await selectDoubts(db, [found('record').pk], seenBy(user))
    return doubtsToWire(rows, (ids) => selectUsernames(db, ids))
  },
  saveDoubt: async ({ tx, user, found, body, setStatus }) => {
    const { row, isNew } = await saveDoubt(tx, user, found('record'), body.note)
    setStatus(isNew ? 201 : 200)
    return doubtToWire(row)
  },
  deleteDoubt: async ({ tx, user, found }) => doubtToWire(await deleteDoubt(tx, user, found('record'))),
  noteDoubtSeen: async ({ tx, user, found }) => {
    await noteSeen(tx, user, found('record'))
    return undefined
  },
  replyToDoubt: async ({ tx, user, found, params, body }) =>
    doubtToWire(await replyToDoubt(tx, user, found('record'), params.doubt_id, body)),
  listDatasetDoubts: ({ db, found }) => listDatasetDoubts(db, found('dataset').id),
  listMyDoubts: async ({ db, user, found }) => {
    const rows = await selectOwn(db, found('dataset').id, user.id)
    return doubtsToWire(rows, (ids) => selectUsernames(db, ids))
  },
})
