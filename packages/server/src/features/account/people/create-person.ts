import { randomBytes } from 'node:crypto'
import type { HandlerContext, SessionUser } from '../../../context'
import type { JoinLinkTable, UserTable } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { addPasswordLink } from '../invitations/invitations.service'
import { addMember } from '../members/members.service'
import { hashPassword } from '../passwords/password'
import { createUser, type NewUser } from '../users/users.service'
import { listWorkspaces } from '../workspaces/workspaces.service'

export interface NewPerson extends Omit<NewUser, 'passwordHash'> {
  workspace_ids: readonly string[]
  /** Without one, they set it themselves by the link. */
  password?: string | null
}

/**
 * Create an account with its workspaces, all or nothing. Without a password, returns a link by which the person sets one.
 *
 * @throws ConflictError for a taken username
 * @throws InvalidError for an unknown workspace
 */
export async function createPerson(
  { engine }: HandlerContext,
  by: SessionUser,
  { password, workspace_ids, ...user }: NewPerson,
): Promise<{ row: UserTable; link: { row: JoinLinkTable; token: string } | undefined }> {
  // Nobody knows the random one: until it is replaced, nobody signs in.
  const passwordHash = await hashPassword(password ?? randomBytes(32).toString('base64url'))
  return engine.transaction(async (tx) => {
    const known = new Set((await listWorkspaces(tx)).map(({ id }) => id))
    const missing = workspace_ids.find((id) => !known.has(id))
    if (missing) throw new InvalidError(`Workspace with id \`${missing}\` not found`)
    const row = await createUser(tx, by.id, { ...user, passwordHash })
    for (const id of new Set(workspace_ids)) await addMember(tx, by.id, id, row.id)
    return { row, link: password ? undefined : await addPasswordLink(tx, by, row) }
  })
}
