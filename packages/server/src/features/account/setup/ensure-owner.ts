import { PATTERNS } from '@postil/contract/limits'
import { ConfigError } from '../../../config'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../db/tables'
import { createKey } from '../api-keys/api-keys.service'
import { hashPassword, unusablePasswordHash } from '../passwords/password'
import { hasUsers } from '../users/users.service'
import { createOwner, firstWorkspaceName, issueSetupToken } from './setup.service'

export interface FirstStart {
  /** For the set-up link to print; absent once the server has a user. */
  setupToken?: string
}

/**
 * Make sure that someone can sign in. If there is no user, create the owner named in the settings or, without such settings, a one-time
 * set-up token, which is new at each start until one is used. There is no default account. Throws `ConfigError` for a username that the API
 * would refuse.
 */
export async function ensureOwner(context: AppContext): Promise<FirstStart> {
  const { engine } = context
  // Several servers may start at once on an empty store: one of them makes the owner.
  return engine.withMigrationLock(() => engine.transaction((tx) => letSomeoneIn(tx, context)))
}

async function letSomeoneIn(tx: Tx, context: AppContext): Promise<FirstStart> {
  if (await hasUsers(tx)) return {}
  const { ownerUsername } = context.config
  if (ownerUsername === undefined) return { setupToken: await issueSetupToken(tx) }
  if (!PATTERNS.username.test(ownerUsername))
    throw new ConfigError('POSTIL_OWNER_USERNAME must be letters, digits, - and _, and start with a letter or digit.')
  await createConfiguredOwner(tx, context, ownerUsername)
  return {}
}

async function createConfiguredOwner(tx: Tx, context: AppContext, username: string): Promise<void> {
  const { ownerPassword, ownerApiKey } = context.config
  const passwordHash = ownerPassword === undefined ? await unusablePasswordHash() : await hashPassword(ownerPassword)
  const owner = await createOwner(
    tx,
    { username, first_name: username, passwordHash },
    firstWorkspaceName(context, username),
  )
  if (ownerApiKey) await createKey(tx, { userId: owner.id, name: 'POSTIL_OWNER_API_KEY', by: null, given: ownerApiKey })
}
