import type { MountedRoute } from '../http/handle'

export { doors } from './doors'

/** Every route the server answers, in the order of the reference. */
export const mountedRoutes: MountedRoute[] = []
