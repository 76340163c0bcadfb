import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import type { Db, UserTable } from '../../../db/tables'
import { maskedKey } from '../api-keys/api-key'
import { keyHints } from '../api-keys/api-keys.service'
import { workspaceNames } from '../workspaces/workspaces.service'

/**
 * Users in replies. `caller` is given by reads only: the caller's own entry contains the key of this request, any other a masked one. Replies
 * to writes are stored for retries, so they must not contain keys; the reply to creating a user is not stored.
 */
export async function usersWire(db: Db, rows: readonly UserTable[], caller?: SessionUser) {
  const hints = await keyHints(db, rows.length === 1 ? rows[0]?.id : undefined)
  return rows.map((row) => userWire(row, presentedBy(row, caller) ?? maskedKey(hints.get(row.id))))
}

/** One user in replies; see `usersWire`. */
export async function oneUserWire(db: Db, row: UserTable, caller?: SessionUser) {
  const hints = await keyHints(db, row.id)
  return userWire(row, presentedBy(row, caller) ?? maskedKey(hints.get(row.id)))
}

/** Users on the classic API: with full name and workspace names, without nulls. */
export async function classicUsersWire(db: Db, rows: readonly UserTable[], caller?: SessionUser) {
  const onlyId = rows.length === 1 ? rows[0]?.id : undefined
  const names = await workspaceNames(db, onlyId)
  const users = await usersWire(db, rows, caller)
  return users.map((user) => classicWire(user, names.get(user.id) ?? []))
}

/** One user on the classic API; `workspaces` replaces the names of those they are linked to. */
export async function oneClassicUserWire(db: Db, row: UserTable, caller?: SessionUser, workspaces?: string[]) {
  const names = workspaces ?? (await workspaceNames(db, row.id)).get(row.id) ?? []
  return classicWire(await oneUserWire(db, row, caller), names)
}

function presentedBy(row: UserTable, caller: SessionUser | undefined): string | undefined {
  return row.id === caller?.id ? caller.presentedKey : undefined
}

function userWire(row: UserTable, apiKey: string) {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    role: row.role,
    api_key: apiKey,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}

function classicWire({ last_name, ...user }: ReturnType<typeof userWire>, workspaces: string[]) {
  const fullName = last_name === null ? user.first_name : `${user.first_name} ${last_name}`
  return { ...user, ...(last_name === null ? {} : { last_name }), full_name: fullName, workspaces }
}
