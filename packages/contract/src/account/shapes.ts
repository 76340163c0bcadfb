import { z } from 'zod'
import { LIMITS, PATTERNS } from '../limits'
import { text, uuid, word } from '../shapes'

export const ROLES = ['owner', 'admin', 'annotator'] as const

/** Names are in unique indexes, whose entries have a maximum size, so their length is limited although the original API has no limit. */
export const username = () => text({ min: 1, max: LIMITS.nameLength, pattern: PATTERNS.username })
export const workspaceName = () => text({ min: 1, max: LIMITS.nameLength, pattern: PATTERNS.workspaceName })
export const password = () => text({ min: LIMITS.passwordMin, max: LIMITS.passwordMax })
export const personName = () => text({ min: 1, trim: true })
export const role = () => word(ROLES)

export const UserParams = z.object({ user_id: uuid() })
export const WorkspaceParams = z.object({ workspace_id: uuid() })
export const MembershipParams = z.object({ workspace_id: uuid(), user_id: uuid() })

const times = { inserted_at: z.string(), updated_at: z.string() }

/** `api_key`: for the caller, the key that was sent with the request; for others, `****` and the last four characters of the newest key. */
export const UserBody = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  username: z.string(),
  role: z.enum(ROLES),
  api_key: z.string(),
  ...times,
})

export const WorkspaceBody = z.object({ id: z.string(), name: z.string(), ...times })

/** A user on the classic API: no nulls, and the names of the workspaces in the order of joining. */
export const ClassicUserBody = UserBody.extend({
  last_name: z.string().optional(),
  full_name: z.string(),
  workspaces: z.array(z.string()),
})

export const TokenBody = z.object({ access_token: z.string(), token_type: z.literal('bearer') })

/** An invitation or password link; the reply to its creation is the only one that ever contains the token. */
export const Link = z.object({
  token: z.string(),
  expires_at: z.string(),
  /** To be sent to the person; null unless `POSTIL_PUBLIC_URL` is set: then it is `/join#` and the token, at the address by which people reach the server. */
  address: z.string().nullable(),
})

export const Users = z.object({ items: z.array(UserBody) })
export const Workspaces = z.object({ items: z.array(WorkspaceBody) })

/** The body to create a user. */
export const NewUser = z.object({
  first_name: personName(),
  last_name: personName().nullable().optional(),
  username: username(),
  password: password(),
  role: role().default('annotator'),
})
