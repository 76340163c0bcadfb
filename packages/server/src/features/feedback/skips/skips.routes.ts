import { skipRoutes } from '@postil/contract/feedback/team/skips'
import { handle } from '../../../http/calls/handle'
import { skipRecord, skipRecords, unskipAll, unskipRecords } from './skips.service'

export const skipHandlers = handle(skipRoutes, {
  skipRecord: async ({ tx, user, found }) => {
    await skipRecord(tx, user, found('record'))
    return undefined
  },
  unskipRecord: async ({ tx, user, found }) => {
    const { id, dataset_id } = found('record')
    await unskipRecords(tx, user, dataset_id, [id])
    return undefined
  },
  skipRecords: async ({ tx, user, found, body: { record_ids: ids, is_skipped } }) => {
    const change = is_skipped ? skipRecords : unskipRecords
    return { record_ids: await change(tx, user, found('dataset').id, ids) }
  },
  unskipRecords: async ({ tx, user, found }) => {
    await unskipAll(tx, user, found('dataset').id)
    return undefined
  },
})
