import { setupRoutes } from '@postil/contract/account/setup'
import { handle } from '../../../http/calls/handle'
import { hasUsers } from '../users/users.service'
import { oneUserWire } from '../users/users.wire'
import { completeSetup } from './setup.service'

export const setupHandlers = handle(setupRoutes, {
  getSetup: async ({ db }) => ({ pending: !(await hasUsers(db)) }),
  completeSetup: async ({ context, db, body, ip }) => {
    const owner = await completeSetup(context, ip, body)
    return oneUserWire(db, owner)
  },
})
