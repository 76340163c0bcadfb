import type { MountedRoute } from '../http/calls/handle'
import { accountHandlers } from './account'
import { binHandlers } from './bin/bin.routes'
import { deletionHandlers } from './deletions/deletions.routes'
import { eventHandlers } from './events/events.routes'
import { feedbackHandlers } from './feedback'
import { jobHandlers } from './jobs/jobs.routes'
import { taskHandlers } from './task'

export { httpHooks } from './http-hooks'

/** Every route the server answers, in the order of the reference. */
export const mountedRoutes: MountedRoute[] = [
  ...accountHandlers,
  ...jobHandlers,
  ...eventHandlers,
  ...binHandlers,
  ...deletionHandlers,
  ...feedbackHandlers,
  ...taskHandlers,
]
