import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import type { Db } from '../../../db/tables'
import { getUser } from '../users/users.service'
import { oneClassicUserWire } from '../users/users.wire'
import { listWorkspaces } from '../workspaces/workspaces.service'

/** The caller in the form of the classic API: with the names of their workspaces; for an owner, all. */
export async function ownClassicUserWire(db: Db, user: SessionUser) {
  const everyName = can(user, 'workspaces.readAll') ? (await listWorkspaces(db)).map((row) => row.name) : undefined
  return oneClassicUserWire(db, await getUser(db, user.id), user, everyName)
}
