import { peopleRoutes } from '@postil/contract/account/people'
import type { SessionUser } from '../../../context'
import { wireTime, wireTimeOrNull } from '../../../db/clock'
import type { SessionTable } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import { linkWire } from '../invitations/invitations.service'
import { endSessionOf, listSessionsOf } from '../sessions/sessions.service'
import { getManagedUser, setDisabled } from '../users/users.service'
import { countRecentAnswers, createPerson, listPeople, type Person } from './people.service'

export const peopleHandlers = handle(peopleRoutes, {
  listPeople: async ({ db, user }) => ({ items: (await listPeople(db, user)).map(personWire) }),
  countRecentAnswers: async ({ context, user }) => ({
    items: await countRecentAnswers(context.engine.heavyDb, user),
  }),
  createPerson: async ({ context, user, body }) => {
    const { row, link } = await createPerson(context, user, body)
    const [person] = await listPeople(context.engine.db, user, row.id)
    return {
      ...personWire(person ?? { ...row, workspaces: [], canManageAccess: true }),
      link: link ? linkWire(context, link) : null,
    }
  },
  setUserDisabled: async ({ tx, user, params, body }) => {
    const row = await setDisabled(tx, user, await getManagedUser(tx, user, params.user_id), body.disabled)
    const [person] = await listPeople(tx, user, row.id)
    return personWire(person ?? { ...row, workspaces: [], canManageAccess: false })
  },
  listMySessions: async ({ db, user }) => sessionsWire(await listSessionsOf(db, user.id), user),
  endMySession: async ({ tx, user, params }) =>
    sessionWire(await endSessionOf(tx, user, user.id, params.session_id), user),
  listUserSessions: async ({ db, user, params }) => sessionsWire(await listSessionsOf(db, params.user_id), user),
  endUserSession: async ({ tx, user, params }) =>
    sessionWire(await endSessionOf(tx, user, params.user_id, params.session_id), user),
})

function personWire({ last_seen_at, disabled_at, canManageAccess, ...person }: Person) {
  const { id, username, first_name, last_name, role, workspaces } = person
  const times = { last_seen_at: wireTimeOrNull(last_seen_at), disabled_at: wireTimeOrNull(disabled_at) }
  return { id, username, first_name, last_name, role, workspaces, ...times, can_manage_access: canManageAccess }
}

function sessionsWire(rows: readonly SessionTable[], caller: SessionUser) {
  return { items: rows.map((row) => sessionWire(row, caller)) }
}

function sessionWire({ id, inserted_at, expires_at }: SessionTable, caller: SessionUser) {
  const times = { inserted_at: wireTime(inserted_at), expires_at: wireTime(expires_at) }
  return { id, ...times, is_current: id === caller.sessionId }
}
