import { can, type Role } from '@postil/domain/permissions'
import type { Db } from '../../../db/tables'

/**
 * Of these users, those in whose name `caller` may store responses in a workspace: any user for an owner, otherwise members of the
 * workspace. Others are reported like unknown users.
 */
export async function findAuthors(
  db: Db,
  caller: { role: Role },
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const named = db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
  const rows = await (can(caller, 'workspaces.readAll')
    ? named
    : named.where('id', 'in', (eb) =>
        eb.selectFrom('memberships').select('user_id').where('workspace_id', '=', workspaceId),
      )
  ).execute()
  return new Set(rows.map(({ id }) => id))
}
