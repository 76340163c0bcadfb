import { teamProgressRoutes } from '@postil/contract/feedback/team/team-progress'
import { handle } from '../../../http/calls/handle'
import { findTeamProgress } from './team-progress.service'

/** Handlers of the routes about the progress of a team. */
export const teamProgressHandlers = handle(teamProgressRoutes, {
  getTeamProgress: ({ context, found, query }) =>
    findTeamProgress(context.engine.heavyDb, found('dataset'), query.time_zone),
})
