import { setupRoutes } from '@postil/contract/account/setup'
import { handle } from '../../../http/calls/handle'
import { hasUsers } from '../users/users.service'
import { oneUserWire } from '../users/users.wire'
import { completeSetup } from './setup.service'

export const setupHandlers = handle(setupRoutes, {
  getSetup: async ({ db }) => ({ pending: !(await hasUsers(db)) }),
  completeSetup: async ({ context, tx, body, ip }) => oneUserWire(tx, await completeSetup(context, tx, ip, body)),
})
