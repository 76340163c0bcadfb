import { randomUUID } from 'node:crypto'
import type { HandlerContext, SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { logEvent, logEvents } from '../../../db/events'
import { prepared } from '../../../db/prepared'
import type { Db, SessionTable, Tx, UserTable } from '../../../db/tables'
import { NotFoundError, UnauthenticatedError } from '../../../errors'
import type { FollowUp } from '../../../http/calls/follow-up'
import { fitsPassword } from '../passwords/password'
import { noteVisit } from './note-seen'
import { countAttempt, forgetAttempt } from './sign-in-limit'
import { signToken } from './token'

export interface SignIn {
  username: string
  password: string
  ip: string
}

/** Check a name and a password and start a session; returns its token. Throws `UnauthenticatedError`, or `too_many_requests`. */
export async function signIn(context: HandlerContext, { username, password, ip }: SignIn): Promise<string> {
  const attempt = await context.engine.transaction((tx) => countAttempt(tx, context, ip, username))
  const found = await findUserByName(context.engine.db, username)
  const user = found?.disabled_at === null ? found : undefined
  const fits = await fitsPassword(user?.password_hash, password)
  if (!user || !fits) throw new UnauthenticatedError()
  return startSession(context, user, attempt)
}

/** Insert a row in `sessions` and sign the token that names it: deleting the row ends the session at once, everywhere. */
async function startSession(context: HandlerContext, user: UserTable, attempt: string): Promise<string> {
  const now = nowMicros()
  const lifetimeMicros = context.config.tokenLifetimeSeconds * 1_000_000
  const session = { id: randomUUID(), user_id: user.id, inserted_at: now, expires_at: now + lifetimeMicros }
  await context.engine.transaction(async (tx) => {
    await forgetAttempt(tx, attempt)
    await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    await tx.insertInto('sessions').values(session).execute()
    await logEvent(tx, { kind: 'session.create', subjectId: session.id, userId: user.id, after: sessionState(session) })
  })
  return signToken(context, { id: session.id, expiresAtMs: session.expires_at / 1000 }, user)
}

/** Sign out: the session's token is invalid from now on. */
export async function endSession(tx: Tx, user: SessionUser): Promise<void> {
  if (!user.sessionId) return
  const ended = await deleteSession(tx, user.sessionId)
  if (ended) await logEvent(tx, deletionOf(ended, user.id))
}

/** End every session of a user but one, after a change of password. Returns those that had not expired before, oldest first. */
export async function endSessionsOf(tx: Tx, byId: string, userId: string, exceptId = ''): Promise<SessionTable[]> {
  const now = nowMicros()
  const query = tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', exceptId)
  const deleted = await query.returningAll().execute()
  const ended = deleted
    .filter(({ expires_at }) => expires_at > now)
    .sort((one, other) => one.inserted_at - other.inserted_at)
  await logEvents(
    tx,
    ended.map((session) => deletionOf(session, byId)),
  )
  return ended
}

/** A user's sessions, newest first. */
export async function listSessionsOf(db: Db, userId: string): Promise<SessionTable[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowMicros())
    .orderBy('inserted_at', 'desc')
    .execute()
}

/** End one session of a user. Throws `NotFoundError` when they have no such session. */
export async function endSessionOf(tx: Tx, by: SessionUser, userId: string, id: string): Promise<SessionTable> {
  const own = tx.selectFrom('sessions').selectAll().where('id', '=', id).where('user_id', '=', userId)
  const row = await own.executeTakeFirst()
  if (!row) throw new NotFoundError(`Session with id \`${id}\` not found`)
  await deleteSession(tx, id)
  await logEvent(tx, deletionOf(row, by.id))
  return row
}

/**
 * The user of a session; undefined when it has ended.
 *
 * @param note - called to record the visit, at most once a minute
 */
export async function findUserOfSession(
  db: Db,
  sessionId: string,
  note: (work: FollowUp) => void,
): Promise<SessionUser | undefined> {
  const now = nowMicros()
  const [user] = (await userOfSession(db, { sessionId, now })).rows
  if (!user) return undefined
  noteVisit(user, now, note)
  return { id: user.id, username: user.username, role: user.role, sessionId }
}

/** The user with this name, case-sensitive; also when disabled. */
export async function findUserByName(db: Db, username: string): Promise<UserTable | undefined> {
  return db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()
}

/** The user of a session that has not ended by `now` (microseconds); nobody if disabled. */
const userOfSession = prepared((db: Db, { sessionId, now }: { sessionId: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null),
)

function deleteSession(tx: Tx, id: string): Promise<SessionTable | undefined> {
  return tx.deleteFrom('sessions').where('id', '=', id).returningAll().executeTakeFirst()
}

function deletionOf(session: SessionTable, byId: string) {
  return { kind: 'session.delete' as const, subjectId: session.id, userId: byId, before: sessionState(session) }
}

function sessionState({ user_id, inserted_at, expires_at }: SessionTable) {
  return { user_id, inserted_at, expires_at }
}
