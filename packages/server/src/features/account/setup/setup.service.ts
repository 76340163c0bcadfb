import { createHash } from 'node:crypto'
import { PATTERNS } from '@postil/contract/limits'
import { ConfigError, randomSecret } from '../../../config'
import type { AppContext, HandlerContext } from '../../../context'
import { findsAny } from '../../../db/finds-any'
import type { Db, Tx, UserTable } from '../../../db/tables'
import { ConflictError, ForbiddenError } from '../../../errors'
import { workspaceOpenedFor } from '../../../wire/python-client'
import { createKey } from '../api-keys/api-keys.service'
import { addMember } from '../members/members.service'
import { hashPassword, unusablePasswordHash } from '../passwords/password'
import { countAttempt, forgetAttempt } from '../sessions/sign-in-limit'
import { createUser, hasUsers, type NewUser } from '../users/users.service'
import { createWorkspace, findWorkspaceByName } from '../workspaces/workspaces.service'

const TOKEN_SETTING = 'setup_token_hash'

interface FirstStart {
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

/** Create a one-time token; only its hash is stored, and an earlier token becomes invalid. */
async function issueSetupToken(tx: Tx): Promise<string> {
  const token = randomSecret()
  const value = hashOf(token)
  await tx
    .insertInto('settings')
    .values({ key: TOKEN_SETTING, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return token
}

interface SetupForm {
  token: string
  username: string
  password: string
  first_name?: string | null
  last_name?: string | null
  workspace?: string | null
}

/** Create the first owner with the token of the set-up link. Throws `ConflictError` once there is a user, `ForbiddenError` for a wrong token. */
export async function completeSetup(context: HandlerContext, ip: string, form: SetupForm): Promise<UserTable> {
  const { engine } = context
  await guess(context, ip, hashOf(form.token))
  // Slow, so between the transactions, and only for the right token.
  const passwordHash = await hashPassword(form.password)
  return engine.transaction(async (tx) => {
    await assertNotSetUp(tx)
    // Two concurrent calls may both have found it; only one consumes it.
    if (!(await takeSetupHash(tx, hashOf(form.token)))) {
      await assertNotSetUp(tx)
      throw wrongToken()
    }
    const { username, first_name, last_name } = form
    const owner = { username, first_name: first_name ?? username, last_name, passwordHash }
    return createOwner(tx, owner, form.workspace ?? firstWorkspaceName(context, username))
  })
}

/** Check a token. The attempt counts as a failed guess unless it is the right one. */
async function guess(context: HandlerContext, ip: string, hash: string): Promise<void> {
  const { engine } = context
  const attempt = await engine.transaction(async (tx) => {
    await assertNotSetUp(tx)
    return countAttempt(tx, context, ip, '/setup')
  })
  if (!(await isSetupHash(engine.db, hash))) throw wrongToken()
  await engine.transaction((tx) => forgetAttempt(tx, attempt))
}

async function assertNotSetUp(db: Db): Promise<void> {
  if (await hasUsers(db)) throw new ConflictError('This server has been set up already.')
}

function wrongToken(): ForbiddenError {
  return new ForbiddenError('This set-up link is not valid. The server prints a new one each time it starts.')
}

/** Create the first owner with a workspace. Set-up links become invalid. */
async function createOwner(tx: Tx, owner: Omit<NewUser, 'role'>, workspaceName: string): Promise<UserTable> {
  await tx.deleteFrom('settings').where('key', '=', TOKEN_SETTING).execute()
  const user = await createUser(tx, null, { ...owner, role: 'owner' })
  const workspace =
    (await findWorkspaceByName(tx, workspaceName)) ?? (await createWorkspace(tx, user.id, workspaceName))
  await addMember(tx, user.id, workspace.id, user.id)
  return user
}

/** The name of the workspace that is created with the first owner. */
function firstWorkspaceName({ config }: HandlerContext, username: string): string {
  return workspaceOpenedFor(username) ?? config.ownerWorkspace
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whether this is the hash of the current set-up token. */
async function isSetupHash(db: Db, hash: string): Promise<boolean> {
  return findsAny(db.selectFrom('settings').select('key').where('key', '=', TOKEN_SETTING).where('value', '=', hash))
}

/** Consume the token. @returns true for exactly one caller: a row can be deleted only once */
async function takeSetupHash(tx: Tx, hash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('settings')
    .where('key', '=', TOKEN_SETTING)
    .where('value', '=', hash)
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}
