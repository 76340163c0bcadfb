import { can, type Role } from '@postil/domain/permissions'
import type { Db } from '../../../db/tables'

/**
 * Which of these users `caller` may store responses of in a workspace: an owner everybody's, others those of its members. Somebody else
 * is as good as unknown.
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
