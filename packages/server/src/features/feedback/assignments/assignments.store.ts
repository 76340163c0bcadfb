import { fullNameOf } from '@postil/domain/people/full-name'
import { isForAllWorkspaces, ROLES_BY_RIGHTS } from '@postil/domain/permissions'
import { type ExpressionBuilder, sql } from 'kysely'
import { nowMicros, wireTime } from '../../../db/clock'
import { isPostgres } from '../../../db/engines/is-postgres'
import type { AssignmentTable, DatasetTable, Db, JobTable, Tables, Tx, UserTable } from '../../../db/tables'
import { queueRules } from '../../../search/record-query'

/** The roles that can annotate in workspaces without being members. */
const ROLES_EVERYWHERE = ROLES_BY_RIGHTS.filter(isForAllWorkspaces)

export async function findDatasetRow(db: Db, id: string): Promise<DatasetTable | undefined> {
  return db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Those of some users who may be assigned records of a workspace: its members, and owners, unless they are disabled. */
export async function selectAssignable(
  db: Db,
  workspaceId: string,
  userIds: readonly string[],
): Promise<Pick<UserTable, 'id' | 'username' | 'first_name' | 'last_name'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', userIds)
    .where('disabled_at', 'is', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('role', 'in', ROLES_EVERYWHERE),
        eb('id', 'in', selectFrom('memberships').select('user_id').where('workspace_id', '=', workspaceId)),
      ]),
    )
    .execute()
}

/** Like {@link selectAssignable}; locks them, so that none is deleted, changes role or leaves the workspace before the end of the transaction. */
export async function holdAssignable(tx: Tx, workspaceId: string, userIds: readonly string[]): Promise<Set<string>> {
  if (isPostgres(tx)) {
    await tx.selectFrom('users').select('id').where('id', 'in', userIds).orderBy('id').forShare().execute()
    await tx
      .selectFrom('memberships')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', 'in', userIds)
      .orderBy('user_id')
      .forKeyShare()
      .execute()
  }
  return new Set((await selectAssignable(tx, workspaceId, userIds)).map(({ id }) => id))
}

/** Who has records, and who has answered them, by the key of the record. */
export interface Holders {
  assigned: Map<number, Set<string>>
  /** Who has a response, of any status. */
  answered: Map<number, Set<string>>
  submitted: Map<number, Set<string>>
}

export async function selectHolders(db: Db, pks: readonly number[]): Promise<Holders> {
  const holders: Holders = { assigned: new Map(), answered: new Map(), submitted: new Map() }
  const add = (to: Map<number, Set<string>>, pk: number, userId: string) =>
    to.set(pk, (to.get(pk) ?? new Set()).add(userId))
  if (pks.length === 0) return holders
  const rows = await db
    .selectFrom('assignments')
    .select(['record_pk', 'user_id'])
    .where('record_pk', 'in', pks)
    .execute()
  for (const { record_pk, user_id } of rows) add(holders.assigned, record_pk, user_id)
  const given = await db
    .selectFrom('responses')
    .select(['record_pk', 'user_id', 'status'])
    .where('record_pk', 'in', pks)
    .execute()
  for (const { record_pk, user_id, status } of given) {
    if (user_id === null) continue
    add(holders.answered, record_pk, user_id)
    if (status === 'submitted') add(holders.submitted, record_pk, user_id)
  }
  return holders
}

/**
 * Delete assignments of some records to some users, or to anybody, unless they have a response. Returns what is deleted.
 *
 * @param hasLeft - the users cannot open the dataset any more: their drafts keep nothing, since they will never be finished
 */
export async function deleteUnanswered(
  tx: Tx,
  pks: readonly number[],
  userIds: readonly string[] | undefined,
  hasLeft: boolean,
): Promise<Pick<AssignmentTable, 'record_pk' | 'user_id'>[]> {
  return tx
    .deleteFrom('assignments')
    .where('record_pk', 'in', pks)
    .$if(userIds !== undefined, (held) => held.where('user_id', 'in', userIds ?? []))
    .where(isUnanswered(hasLeft))
    .returning(['record_pk', 'user_id'])
    .execute()
}

/** What {@link deleteUnanswered} would delete, with the names of the users. */
export async function selectUnanswered(
  db: Db,
  pks: readonly number[],
  userIds: readonly string[] | undefined,
): Promise<({ record_pk: number; user_id: string } & Pick<UserTable, 'username' | 'first_name' | 'last_name'>)[]> {
  return db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'assignments.user_id')
    .select(['record_pk', 'user_id', 'username', 'first_name', 'last_name'])
    .where('record_pk', 'in', pks)
    .$if(userIds !== undefined, (held) => held.where('user_id', 'in', userIds ?? []))
    .where(isUnanswered(false))
    .execute()
}

/** The condition that an assignment can be taken back. */
function isUnanswered(hasLeft: boolean) {
  return ({ and, eb, not, exists, selectFrom, lit }: ExpressionBuilder<Tables, 'assignments'>) =>
    and([
      not(
        exists(
          selectFrom('responses as given')
            .select(lit(1).as('one'))
            .whereRef('given.record_pk', '=', 'assignments.record_pk')
            .whereRef('given.user_id', '=', 'assignments.user_id')
            .$if(hasLeft, (given) => given.where('given.status', '<>', 'draft')),
        ),
      ),
      // A deleted user's assignments are of what they had answered.
      eb('assignments.user_id', 'in', selectFrom('users').select('users.id')),
    ])
}

export async function selectRecordIds(db: Db, pks: readonly number[]): Promise<{ pk: number; id: string }[]> {
  return db.selectFrom('records').select(['pk', 'id']).where('pk', 'in', pks).orderBy('pk').execute()
}

/** What each person was assigned in a dataset. */
export async function countByPerson(db: Db, dataset: DatasetTable) {
  const { target } = queueRules(dataset)
  const isDone = sql`(r.status in ('submitted', 'discarded') or u.id is null)`
  const isClosed = target === undefined ? sql`1 = 0` : sql`coalesce(c.submitted, 0) >= ${target}`
  const { rows } = await sql<{
    user_id: string
    username: string | null
    first_name: string | null
    last_name: string | null
    assigned: number
    done: number
    left: number
    assigned_at: number
  }>`
    select a.user_id, u.username, u.first_name, u.last_name, count(*) as assigned, sum(case when ${isDone} then 1 else 0 end) as done,
      sum(case when ${isDone} or (r.status is null and ${isClosed}) then 0 else 1 end) as "left",
      max(a.inserted_at) as assigned_at
    from assignments a left join users u on u.id = a.user_id
      left join responses r on r.record_pk = a.record_pk and r.user_id = a.user_id
      left join response_counts c on c.record_pk = a.record_pk
    where a.dataset_id = ${dataset.id} group by a.user_id, u.username, u.first_name, u.last_name order by u.username`.execute(
    db,
  )
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    name: row.username && fullNameOf({ first_name, last_name }),
    assigned_at: wireTime(row.assigned_at),
  }))
}

/** Jobs of a dataset, in these states, that assign records or take them back, oldest first. Without their `data`, which may list a thousand records. */
export async function selectJobs(
  db: Db,
  datasetId: string,
  states: readonly JobTable['state'][],
): Promise<Pick<JobTable, 'id' | 'subject' | 'state' | 'done' | 'total' | 'failures' | 'due_at' | 'inserted_at'>[]> {
  return db
    .selectFrom('jobs')
    .select(['id', 'subject', 'state', 'done', 'total', 'failures', 'due_at', 'inserted_at'])
    .where('kind', '=', 'assign_records')
    .where('dataset_id', '=', datasetId)
    .where('state', 'in', [...states])
    .orderBy('inserted_at')
    .execute()
}

/** Make the waiting jobs of a dataset due now, those first that are due first. */
export async function hastenTakingBack(tx: Tx, datasetId: string): Promise<void> {
  const now = nowMicros()
  await tx
    .updateTable('jobs')
    .set({ due_at: now })
    .where('kind', '=', 'assign_records')
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'waiting')
    .where('due_at', '>', now)
    .execute()
}

/** Users with assigned records in a dataset that they cannot open: disabled, or neither an owner nor a member of its workspace. */
export async function selectUnreachable(
  db: Db,
  of: { userId: string } | { datasetId: string },
): Promise<{ id: string; name: string; user_id: string }[]> {
  return db
    .selectFrom('assignments')
    .innerJoin('datasets', 'datasets.id', 'assignments.dataset_id')
    .innerJoin('users', 'users.id', 'assignments.user_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'users.id')
        .onRef('memberships.workspace_id', '=', 'datasets.workspace_id'),
    )
    .select(['datasets.id', 'datasets.name', 'users.id as user_id'])
    .distinct()
    .where((eb) =>
      'userId' in of ? eb('assignments.user_id', '=', of.userId) : eb('assignments.dataset_id', '=', of.datasetId),
    )
    .where(({ eb, or, and }) =>
      or([
        eb('users.disabled_at', 'is not', null),
        and([eb('users.role', 'not in', ROLES_EVERYWHERE), eb('memberships.user_id', 'is', null)]),
      ]),
    )
    .execute()
}

/** Note that a dataset has assignments, before the first one is made: queues look for them only then. */
export async function markAssigned(tx: Tx, datasetId: string): Promise<void> {
  await tx
    .updateTable('datasets')
    .set({ has_assignments: 1 })
    .where('id', '=', datasetId)
    .where('has_assignments', '=', 0)
    .execute()
}

/** How many records of a dataset are assigned to anybody. */
export async function countRecordsAssigned(db: Db, datasetId: string): Promise<number> {
  const { count } = await db
    .selectFrom('assignments')
    .select((eb) => eb.fn.count<number>('record_pk').distinct().as('count'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  return count
}

/** Delete what is assigned to an existing user, except for what they submitted or discarded. Returns the ids of the records and datasets. */
export async function deleteUnansweredOf(tx: Tx, userId: string): Promise<{ dataset_id: string; record_id: string }[]> {
  return tx
    .deleteFrom('assignments')
    .where('user_id', '=', userId)
    .where(isUnanswered(true))
    .returning(({ ref, selectFrom }) => [
      'dataset_id',
      selectFrom('records')
        .select('records.id')
        .where('records.pk', '=', ref('assignments.record_pk'))
        .$asScalar()
        .$notNull()
        .as('record_id'),
    ])
    .execute()
}

/** Those of some datasets that are not deleted. */
export async function selectLiving(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('datasets').select('id').where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
