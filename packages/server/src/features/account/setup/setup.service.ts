import { createHash } from 'node:crypto'
import { randomSecret } from '../../../config'
import type { HandlerContext } from '../../../context'
import type { Db, Tx, UserTable } from '../../../db/tables'
import { ConflictError, ForbiddenError } from '../../../errors'
import { workspaceOpenedFor } from '../../../wire/python-client'
import { addMember } from '../members/members.service'
import { hashPassword } from '../passwords/password'
import { countAttempt, forgetAttempt } from '../sessions/sign-in-limit'
import { createUser, hasUsers, type NewUser } from '../users/users.service'
import { createWorkspace, findWorkspaceByName } from '../workspaces/workspaces.service'
import { dropSetupHash, isSetupHash, keepSetupHash, takeSetupHash } from './setup.store'

export interface SetupForm {
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

/** Create a one-time token; only its hash is stored, and an earlier token becomes invalid. */
export async function issueSetupToken(tx: Tx): Promise<string> {
  const token = randomSecret()
  await keepSetupHash(tx, hashOf(token))
  return token
}

/** Create the first owner with a workspace. Set-up links become invalid. */
export async function createOwner(tx: Tx, owner: Omit<NewUser, 'role'>, workspaceName: string): Promise<UserTable> {
  await dropSetupHash(tx)
  const user = await createUser(tx, null, { ...owner, role: 'owner' })
  const workspace =
    (await findWorkspaceByName(tx, workspaceName)) ?? (await createWorkspace(tx, user.id, workspaceName))
  await addMember(tx, user.id, workspace.id, user.id)
  return user
}

/** The name of the workspace that is created with the first owner. */
export function firstWorkspaceName({ config }: HandlerContext, username: string): string {
  return workspaceOpenedFor(username) ?? config.ownerWorkspace
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
