import { pastAnnotationRoutes } from '@postil/contract/task/past-annotations'
import { nowMicros } from '../../../db/clock'
import { handle } from '../../../http/calls/handle'
import { readPastAnnotations } from './past-annotations.service'

/** Handlers of the routes about earlier states of classic datasets. */
export const pastAnnotationHandlers = handle(pastAnnotationRoutes, {
  listPastAnnotations: ({ db, found, query: { at = nowMicros(), after, limit } }) =>
    readPastAnnotations(db, found('task_dataset'), { at, after, limit }),
})
