import { historyRoutes } from '@postil/contract/feedback/team/history'
import { pastAnswerRoutes } from '@postil/contract/feedback/team/past-answers'
import { can } from '@postil/domain/permissions'
import { nowMicros } from '../../../db/clock'
import { handle } from '../../../http/calls/handle'
import { metadataFor } from '../records/record-view'
import { completionFor } from '../resolutions/seen-resolutions'
import { readHistory } from './history.service'
import { readPastAnswers } from './past-answers.service'

/** Handlers of the history of a record. */
export const historyHandlers = handle(historyRoutes, {
  getRecordHistory: ({ db, user, found }) => {
    const seesAll = can(user, 'responses.readAll', { isMember: true })
    return readHistory(db, found('record'), seesAll ? {} : { ofUser: user.id })
  },
})

/** Handlers of the answers at an earlier time. */
export const pastAnswerHandlers = handle(pastAnswerRoutes, {
  listPastAnswers: async ({ db, context, user, found, query: { at = nowMicros(), after = '', limit, include } }) => {
    const dataset = found('dataset')
    const view = include.includes('records') && {
      suggestions: include.includes('suggestions'),
      vectors: include.includes('vectors') ? ('all' as const) : undefined,
      showMetadata: await metadataFor(db, user, dataset.id),
      completion: completionFor(user, dataset),
    }
    return readPastAnswers(context.engine.heavyDb, { datasetId: dataset.id, at, after, limit }, view || undefined)
  },
})
