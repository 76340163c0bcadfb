import { randomUUID } from 'node:crypto'
import { can, type Role } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { isUniqueViolation } from '../../../db/engines/engine'
import { logEvent } from '../../../db/events'
import type { Db, Tx, UserTable } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { assertCan, isOwnAnnotator } from '../../../http/calls/access'
import { resourceNotFound, usernameTaken } from '../../../wire/resource-errors'
import { freeBeforeDeletion, freeUnreachable, reopenQueues } from '../../feedback/assignments/free-assignments'
import { logAnonymized } from '../../feedback/responses/log-anonymized'
import { createKey } from '../api-keys/api-keys.service'
import { endLinksOf } from '../invitations/invitations.service'
import { endSessionsOf } from '../sessions/sessions.service'
import * as store from './users.store'

export { findUser, hasUsers, listUsers } from './users.store'

const FIRST_KEY_NAME = 'made with the account'

export interface NewUser {
  first_name: string
  last_name?: string | null
  username: string
  role: Role
  passwordHash: string
}

export interface UserChanges {
  first_name?: string | null
  last_name?: string | null
  username?: string | null
  role?: Role | null
  /** The hash of a new password. */
  passwordHash?: string | undefined
}

/** The user with this id. Throws `NotFoundError`. */
export async function getUser(db: Db, id: string): Promise<UserTable> {
  const row = await store.findUser(db, id)
  if (!row) throw resourceNotFound('user', id)
  return row
}

/**
 * A user whose access the caller may manage. For an admin the user stays as they are until the transaction ends: without the lock, somebody
 * could meanwhile become the last owner, or a member of another workspace.
 */
export async function getManagedUser(tx: Tx, caller: SessionUser, id: string): Promise<UserTable> {
  if (can(caller, 'access.manage')) return getUser(tx, id)
  await store.lockUser(tx, id)
  const row = await getUser(tx, id)
  await assertCan(tx, caller, 'access.manage', { isMember: await isOwnAnnotator(tx, caller.id, row) })
  return row
}

/** Add a user; `by` is the acting user, null for the server itself. Throws `ConflictError` for a taken name. */
export async function createUser(tx: Tx, by: string | null, user: NewUser): Promise<UserTable> {
  if (await store.isNameTaken(tx, user.username)) throw usernameTaken(user.username)
  const now = nowMicros()
  const row: UserTable = {
    id: randomUUID(),
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name ?? null,
    role: user.role,
    password_hash: user.passwordHash,
    inserted_at: now,
    updated_at: now,
    disabled_at: null,
    last_seen_at: null,
  }
  await store.insertUser(tx, row).catch(refuseTaken(user.username))
  await logEvent(tx, { kind: 'user.create', subjectId: row.id, userId: by, after: describe(row) })
  return row
}

/** Add a user with a first API key, for programs that create accounts. The key itself is not stored. */
export async function createUserWithKey(tx: Tx, by: string, user: NewUser): Promise<{ row: UserTable; key: string }> {
  const row = await createUser(tx, by, user)
  const { key } = await createKey(tx, { userId: row.id, name: FIRST_KEY_NAME, by })
  return { row, key }
}

/** Change a user. A new password ends their sessions, but not the one that `by` calls with. */
export async function updateUser(tx: Tx, by: SessionUser, row: UserTable, changes: UserChanges): Promise<UserTable> {
  const { first_name, last_name, username, role, passwordHash } = changes
  if (username && username !== row.username && (await store.isNameTaken(tx, username, row.id)))
    throw usernameTaken(username)
  if (role && role !== 'owner') await keepAnOwner(tx, row)
  const next: UserTable = {
    ...row,
    first_name: first_name ?? row.first_name,
    last_name: last_name === undefined ? row.last_name : last_name,
    username: username ?? row.username,
    role: role ?? row.role,
    password_hash: passwordHash ?? row.password_hash,
  }
  const before = describe(row)
  const after = { ...describe(next), ...(passwordHash ? { password: 'changed' as const } : {}) }
  if (JSON.stringify(before) === JSON.stringify(after)) return row
  next.updated_at = nowMicros()
  // Not the whole row: somebody may have disabled the user since it was read.
  const changed = Object.entries(next).filter(([column, value]) => value !== row[column as keyof UserTable])
  await store.updateUser(tx, row.id, Object.fromEntries(changed)).catch(refuseTaken(next.username))
  if (next.role !== row.role) await freeUnreachable(tx, by.id, { userId: row.id })
  if (passwordHash) await endSessionsOf(tx, by.id, row.id, row.id === by.id ? by.sessionId : undefined)
  await logEvent(tx, { kind: 'user.update', subjectId: row.id, userId: by.id, before, after })
  return next
}

/** Delete a user; their responses stay, without a name. Throws `ConflictError` for the last owner. */
export async function deleteUser(tx: Tx, by: SessionUser, row: UserTable): Promise<UserTable> {
  await keepAnOwner(tx, row)
  await store.lockUser(tx, row.id)
  const freed = await freeBeforeDeletion(tx, by.id, row.id)
  await logAnonymized(tx, by, row)
  const before = {
    ...describe(row),
    disabled: row.disabled_at !== null,
    ...(await store.selectBelongings(tx, row.id)),
    ...(await endLinksOf(tx, row.id)),
  }
  await store.deleteUser(tx, row.id)
  await reopenQueues(tx, freed)
  await logEvent(tx, { kind: 'user.delete', subjectId: row.id, userId: by.id, before })
  return row
}

/** Set the password of a user who cannot sign in; ends all their sessions. */
export async function replacePassword(tx: Tx, row: UserTable, passwordHash: string): Promise<void> {
  await store.updateUser(tx, row.id, { password_hash: passwordHash, updated_at: nowMicros() })
  await endSessionsOf(tx, row.id, row.id)
  const after = { ...describe(row), password: 'changed' as const }
  await logEvent(tx, { kind: 'user.update', subjectId: row.id, userId: row.id, before: describe(row), after })
}

/** Disable a user, or enable them again. Throws `ConflictError` for the last owner. */
export async function setDisabled(tx: Tx, by: SessionUser, row: UserTable, disabled: boolean): Promise<UserTable> {
  if (disabled === (row.disabled_at !== null)) return row
  if (disabled) {
    await keepAnOwner(tx, row)
    await endSessionsOf(tx, by.id, row.id)
  }
  const ended = disabled ? await endLinksOf(tx, row.id) : {}
  const next = { ...row, disabled_at: disabled ? nowMicros() : null }
  await store.updateUser(tx, row.id, { disabled_at: next.disabled_at })
  if (disabled) await freeUnreachable(tx, by.id, { userId: row.id })
  const kind = disabled ? 'user.disable' : 'user.enable'
  const before = { ...describe(row), disabled: !disabled, ...ended }
  await logEvent(tx, { kind, subjectId: row.id, userId: by.id, before, after: { ...describe(next), disabled } })
  return next
}

async function keepAnOwner(tx: Tx, row: UserTable): Promise<void> {
  if (row.role !== 'owner') return
  const owners = await store.lockOwners(tx)
  if (!owners.some((id) => id !== row.id))
    throw new ConflictError(`The user ${row.username} is the last owner and must stay one`)
}

/** Two concurrent calls may both find the name free; the unique index decides. */
function refuseTaken(username: string) {
  return (cause: unknown): never => {
    throw isUniqueViolation(cause) ? usernameTaken(username, cause) : cause
  }
}

function describe({ username, first_name, last_name, role }: UserTable) {
  return { username, first_name, last_name, role }
}
