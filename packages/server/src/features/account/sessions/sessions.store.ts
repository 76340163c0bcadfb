import { prepared } from '../../../db/prepared'
import type { Db, Tables, Tx, UserTable } from '../../../db/tables'

export type SessionRow = Tables['sessions']

/** The user with this name, case-sensitive; undefined if disabled. */
export async function findUserByName(db: Db, username: string): Promise<UserTable | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

const userOfSession = prepared((db: Db, { sessionId, now }: { sessionId: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null),
)

/** The user of a session that has not ended by `now` (microseconds). */
export async function findSessionUser(db: Db, sessionId: string, now: number): Promise<UserTable | undefined> {
  return (await userOfSession(db, { sessionId, now })).rows[0]
}

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

/** A user's sessions that have not ended by `now`, newest first. */
export async function listSessionsOf(db: Db, userId: string, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('inserted_at', 'desc')
    .execute()
}

export async function findSessionOf(db: Db, userId: string, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Delete every session of a user but one; returns them, oldest first. */
export async function deleteSessionsOf(tx: Tx, userId: string, exceptId = ''): Promise<SessionRow[]> {
  const query = tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', exceptId)
  const deleted = await query.returningAll().execute()
  return deleted.toSorted((one, other) => one.inserted_at - other.inserted_at)
}

export async function deleteExpiredSessions(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
