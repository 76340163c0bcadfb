import type { MountedRoute } from '../../http/calls/handle'
import { oauth2Handlers } from '../../wire/original-services'
import { apiKeyHandlers } from './api-keys/api-keys.routes'
import { infoHandlers } from './info/info.routes'
import { invitationHandlers } from './invitations/invitations.routes'
import { meHandlers } from './me/me.routes'
import { peopleHandlers } from './people/people.routes'
import { sessionHandlers } from './sessions/sessions.routes'
import { setupHandlers } from './setup/setup.routes'
import { userHandlers } from './users/users.routes'
import { memberHandlers, workspaceHandlers } from './workspaces/workspaces.routes'

/** Accounts: set-up, sessions, API keys, users, workspaces and their members. */
export const accountHandlers: MountedRoute[] = [
  ...infoHandlers,
  ...setupHandlers,
  ...sessionHandlers,
  ...oauth2Handlers,
  ...meHandlers,
  ...apiKeyHandlers,
  ...userHandlers,
  ...workspaceHandlers,
  ...memberHandlers,
  ...peopleHandlers,
  ...invitationHandlers,
]
