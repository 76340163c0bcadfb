import type { NamedUser } from '@postil/contract/account/named-user'
import { fullNameOf } from '@postil/domain/people/full-name'
import type { Db } from '../../../db/tables'

/** Names of some users, as far as they still exist. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<NamedUser[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .orderBy('username')
    .execute()
  return rows.map((row) => ({ id: row.id, username: row.username, name: fullNameOf(row) }))
}
