import { meRoutes } from '@postil/contract/account/me'
import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import type { SessionTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { type BeforeWrite, handle } from '../../../http/calls/handle'
import { keyWire } from '../api-keys/api-key.wire'
import { listKeysOf } from '../api-keys/api-keys.service'
import { fitsPassword, hashPassword } from '../passwords/password'
import { endSessionsOf } from '../sessions/sessions.service'
import { countAttempt, forgetAttempt } from '../sessions/sign-in-limit'
import { getUser, updateUser } from '../users/users.service'
import { oneUserWire } from '../users/users.wire'
import { listWorkspacesOf } from '../workspaces/workspaces.service'
import { workspaceWire } from '../workspaces/workspaces.wire'
import { ownClassicUserWire } from './me.wire'

export const meHandlers = handle(meRoutes, {
  getMe: async ({ db, user }) => oneUserWire(db, await getUser(db, user.id), user),
  listMyWorkspaces: async ({ db, user }) => ({ items: (await listWorkspacesOf(db, user)).map(workspaceWire) }),
  changeMyPassword: {
    queriesBeforeTransaction: true,
    prepare: async (body, before) => {
      const checked = before && (await checkPasswords(before, body))
      return async ({ tx, user }) => {
        const ended = await changePassword(tx, user, checked)
        return {
          ended_sessions: ended.map(({ inserted_at, expires_at }) => ({
            inserted_at: wireTime(inserted_at),
            expires_at: wireTime(expires_at),
          })),
          api_keys: (await listKeysOf(tx, user.id)).map(keyWire),
        }
      }
    },
  },
  classicMe: ({ db, user }) => ownClassicUserWire(db, user),
})

/** Hashes with which to change a password, or the error of the check of the current one. */
type CheckedPasswords = { currentHash: string; newHash: string } | { error: unknown }

/**
 * Check a user's current password and hash the new one, before the transaction, in which all other writers would wait for this. A wrong
 * password counts as a failed sign-in.
 */
async function checkPasswords(
  { context, user, ip, atEnd }: BeforeWrite,
  given: { current_password: string; new_password: string },
): Promise<CheckedPasswords> {
  const { engine } = context
  try {
    const { password_hash } = await getUser(engine.db, user.id)
    const attempt = await engine.transaction((tx) => countAttempt(tx, context, ip, user.username))
    const forget = () => engine.transaction((tx) => forgetAttempt(tx, attempt))
    if (!(await fitsPassword(password_hash, given.current_password))) {
      // A retry of a change that succeeded is no guess: it has the password from before the change.
      atEnd(async (isRetry) => {
        if (isRetry) await forget()
      })
      throw wrongPassword()
    }
    await forget()
    return { currentHash: password_hash, newHash: await hashPassword(given.new_password) }
  } catch (error) {
    // The transaction throws it, unless the call is a retry of one that succeeded.
    return { error }
  }
}

/**
 * Change one's own password. A wrong current password is a 422, since a 401 would sign the browser out. Returns the user's other sessions,
 * which it ends.
 */
async function changePassword(tx: Tx, by: SessionUser, checked: CheckedPasswords | undefined): Promise<SessionTable[]> {
  if (!checked) throw new Error('The passwords must be checked before the transaction.')
  if ('error' in checked) throw checked.error
  const row = await getUser(tx, by.id)
  // Somebody has changed it since the check.
  if (row.password_hash !== checked.currentHash) throw wrongPassword()
  const endedSessions = await endSessionsOf(tx, by.id, row.id, by.sessionId)
  await updateUser(tx, by, row, { passwordHash: checked.newHash })
  return endedSessions
}

function wrongPassword(): InvalidError {
  return new InvalidError('The current password is not correct')
}
