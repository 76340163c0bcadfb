import { teamProgressRoutes } from '@postil/contract/feedback/team-progress'
import { handle } from '../../../http/calls/handle'
import { findTeamProgress } from './team-progress.service'

/** Handlers of the progress of a team. */
export const teamProgressHandlers = handle(teamProgressRoutes, {
  getTeamProgress: ({ db, found, query }) => findTeamProgress(db, found('dataset'), query.time_zone),
})
