import { taskTeamProgressRoutes } from '@postil/contract/task/team-progress'
import { handle } from '../../../http/calls/handle'
import { findTaskTeamProgress } from './team-progress.service'

/** Handlers of the routes about the progress of a classic dataset's team. */
export const taskTeamProgressHandlers = handle(taskTeamProgressRoutes, {
  getTaskTeamProgress: ({ context, db, found, query }) =>
    findTaskTeamProgress({ db, heavyDb: context.engine.heavyDb }, found('task_dataset'), query.time_zone),
})
