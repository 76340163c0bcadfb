import { randomBytes } from 'node:crypto'
import { can, isOnlyInOwn } from '@postil/domain/permissions'
import { sql } from 'kysely'
import type { HandlerContext, SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { workspacesOf } from '../../../db/member-workspaces'
import type { Db, JoinLinkTable, UserTable } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { addPasswordLink } from '../invitations/invitations.service'
import { addMember } from '../members/members.service'
import { hashPassword } from '../passwords/password'
import { createUser, type NewUser } from '../users/users.service'
import { listWorkspaces, listWorkspacesOf } from '../workspaces/workspaces.service'

export interface Person extends UserTable {
  /** Their workspaces that the caller may see, in the order of joining. */
  workspaces: { id: string; name: string }[]
  /** Whether the caller may manage their access. */
  canManageAccess: boolean
}

/**
 * All users, oldest first; an admin sees only the members of their own workspaces.
 *
 * @param onlyId - return only this user
 */
export async function listPeople(db: Db, caller: SessionUser, onlyId?: string): Promise<Person[]> {
  const seen = new Map((await listWorkspacesOf(db, caller)).map(({ id, name }) => [id, { id, name }]))
  const linked = new Map<string, Person['workspaces']>()
  const areOwn = new Map<string, boolean[]>()
  for (const { user_id, workspace_id } of await listLinks(db, onlyId)) {
    const workspace = seen.get(workspace_id)
    areOwn.set(user_id, [...(areOwn.get(user_id) ?? []), workspace !== undefined])
    if (workspace) linked.set(user_id, [...(linked.get(user_id) ?? []), workspace])
  }
  const users = await db
    .selectFrom('users')
    .selectAll()
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? ''))
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
  const isVisible = (user: UserTable) => can(caller, 'users.manage') || linked.has(user.id) || user.id === caller.id
  return users.filter(isVisible).map((user) => ({
    ...user,
    workspaces: linked.get(user.id) ?? [],
    canManageAccess: can(caller, 'access.manage', { isMember: isOnlyInOwn(user, areOwn.get(user.id) ?? []) }),
  }))
}

/** The period that counts as recent, in microseconds. */
const SEVEN_DAYS = 7 * 24 * 3_600_000_000

/** How many answers each user submitted, and classic records they validated, in the last seven days, in datasets of the caller's workspaces. */
export async function countRecentAnswers(db: Db, caller: SessionUser): Promise<{ user_id: string; answers: number }[]> {
  const since = nowMicros() - SEVEN_DAYS
  const counts = new Map<string, number>()
  for (const query of [recentAnswersQuery(db, caller, since), recentValidationsQuery(db, caller, since)]) {
    const { rows } = await db.getExecutor().executeQuery<{ user_id: string | null; answers: number }>(query)
    // Answers of deleted users are left out.
    for (const { user_id, answers } of rows)
      if (user_id !== null) counts.set(user_id, (counts.get(user_id) ?? 0) + answers)
  }
  return [...counts].map(([user_id, answers]) => ({ user_id, answers }))
}

/** The query that counts submitted answers per user since a time (µs). Separate, so that a test can examine its query plan. */
export function recentAnswersQuery(db: Db, caller: SessionUser, since: number) {
  return (
    db
      .selectFrom('responses')
      .innerJoin('datasets', 'datasets.id', 'responses.dataset_id')
      .select(({ fn }) => [fn.max('responses.user_id').as('user_id'), fn.countAll<number>().as('answers')])
      // A literal: SQLite uses the partial index, which contains submitted answers only, just for a literal and not for a parameter.
      .where('responses.status', '=', sql.lit('submitted'))
      .where('responses.updated_at', '>=', since)
      .$if(!can(caller, 'workspaces.readAll'), (query) =>
        query.where('datasets.workspace_id', 'in', workspacesOf(db, caller.id)),
      )
      // Grouping by an expression keeps SQLite from reading all answers in the order of their users.
      .groupBy(sql`responses.user_id || ''`)
      .compile()
  )
}

/** The query that counts validated classic records per user since a time (µs), by one look into the index for each dataset and user. Separate, so that a test can examine its query plan. */
export function recentValidationsQuery(db: Db, caller: SessionUser, since: number) {
  const isMember = sql`task_datasets.workspace_id in ${workspacesOf(db, caller.id)}`
  // The cross join and the literal make SQLite use the partial index `task_records_done`. A copy of a dataset has records that were
  // validated before it was created: they count in the original only.
  return sql<{ user_id: string; answers: number }>`
    select users.id as user_id, count(*) as answers from task_datasets cross join users
    inner join task_records on task_records.dataset_id = task_datasets.id and done_as = 'Validated' and done_by = users.username
    where done_at >= ${since} and done_at >= task_datasets.created_at and task_datasets.id not in (select id from staged_imports) and ${can(caller, 'workspaces.readAll') ? sql`1 = 1` : isMember}
    group by users.id`.compile(db)
}

function listLinks(db: Db, onlyId: string | undefined): Promise<{ user_id: string; workspace_id: string }[]> {
  return db
    .selectFrom('memberships')
    .select(['user_id', 'workspace_id'])
    .$if(onlyId !== undefined, (query) => query.where('user_id', '=', onlyId ?? ''))
    .orderBy('inserted_at')
    .orderBy('workspace_id')
    .execute()
}

export interface NewPerson extends Omit<NewUser, 'passwordHash'> {
  workspace_ids: readonly string[]
  /** Without one, they set it themselves by the link. */
  password?: string | null
}

/**
 * Create an account with its workspaces, all or nothing. Without a password, returns a link by which the person sets one.
 *
 * @throws ConflictError for a taken username
 * @throws InvalidError for an unknown workspace
 */
export async function createPerson(
  { engine }: HandlerContext,
  by: SessionUser,
  { password, workspace_ids, ...user }: NewPerson,
): Promise<{ row: UserTable; link: { row: JoinLinkTable; token: string } | undefined }> {
  // Nobody knows the random one: until it is replaced, nobody signs in.
  const passwordHash = await hashPassword(password ?? randomBytes(32).toString('base64url'))
  return engine.transaction(async (tx) => {
    const known = new Set((await listWorkspaces(tx)).map(({ id }) => id))
    const missing = workspace_ids.find((id) => !known.has(id))
    if (missing) throw new InvalidError(`Workspace with id \`${missing}\` not found`)
    const row = await createUser(tx, by.id, { ...user, passwordHash })
    for (const id of new Set(workspace_ids)) await addMember(tx, by.id, id, row.id)
    return { row, link: password ? undefined : await addPasswordLink(tx, by, row) }
  })
}
