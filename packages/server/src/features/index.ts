import type { MountedRoute } from '../http/handle'
import { accountHandlers } from './account'
import { eventHandlers } from './events/events.routes'
import { feedbackHandlers } from './feedback'
import { jobHandlers } from './jobs/jobs.routes'
import { taskHandlers } from './task'

export { doors } from './doors'

/** Every route the server answers, in the order of the reference. */
export const mountedRoutes: MountedRoute[] = [
  ...accountHandlers,
  ...jobHandlers,
  ...eventHandlers,
  ...feedbackHandlers,
  ...taskHandlers,
]
