import { historyRoutes } from '@postil/contract/feedback/team/history'
import { can } from '@postil/domain/permissions'
import { handle } from '../../../http/calls/handle'
import { readHistory } from './history.service'

/** Handlers of the history of a record. */
export const historyHandlers = handle(historyRoutes, {
  getRecordHistory: ({ db, user, found }) => {
    const seesAll = can(user, 'responses.readAll', { isMember: true })
    return readHistory(db, found('record'), seesAll ? {} : { ofUser: user.id })
  },
})
