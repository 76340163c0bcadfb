import type { Action, ResourceKind } from '@postil/contract/route'
import { can, isOnlyInOwn } from '@postil/domain/permissions'
import { sql } from 'kysely'
import type { SessionUser } from '../../context'
import { nowMicros } from '../../db/clock'
import { prepared } from '../../db/prepared'
import type {
  BinTable,
  DatasetTable,
  Db,
  EventTable,
  FieldTable,
  MetadataPropertyTable,
  QuestionTable,
  RecordTable,
  ResponseTable,
  SuggestionTable,
  Tables,
  UserTable,
  VectorsSettingsTable,
} from '../../db/tables'
import type { TaskDatasetRow } from '../../db/task-tables'
import { ForbiddenError } from '../../errors'
import { isReachable } from '../../search/assigned'

/** The row that each kind of resource resolves to; access is decided by its `workspaceId`. */
export interface ResourceRows {
  workspace: Tables['workspaces'] & InWorkspace
  user: UserTable & { workspaceId: null }
  dataset: DatasetTable & InWorkspace
  field: FieldTable & InWorkspace
  question: QuestionTable & InWorkspace
  metadata_property: MetadataPropertyTable & InWorkspace
  vectors_settings: VectorsSettingsTable & InWorkspace
  record: RecordTable & { pk: number } & InWorkspace
  response: ResponseTable & InWorkspace
  suggestion: SuggestionTable & { record_id: string } & InWorkspace
  task_dataset: TaskDatasetRow & InWorkspace
  deleted_dataset: BinTable & InWorkspace
  /** The event of the first record of a deletion. */
  deletion: Pick<EventTable, 'at' | 'user_id' | 'kind'> & { seq: number; dataset_id: string } & InWorkspace
}

interface InWorkspace {
  workspaceId: string
}

/** Reads a resource by its path parameter. The app passes in the classic family's resolver, since that one also needs the workspace. */
export type Resolver<K extends ResourceKind> = (
  db: Db,
  id: string,
  memberId?: string,
) => Promise<Resolved<K> | undefined>

/**
 * `isMember`: whether the user `memberId` is linked to the workspace, if the resolver has looked that up; for a user, see `isOwnAnnotator`.
 * `isForOthers`: a record that is assigned to other users, so that only leads may reach it.
 */
export type Resolved<K extends ResourceKind> = ResourceRows[K] & { isMember?: boolean; isForOthers?: boolean }

/** Throws `ForbiddenError` unless the user may do this in this workspace (undefined: no workspace). */
export async function assertCan(
  db: Db,
  user: SessionUser,
  action: Action,
  on: { workspaceId?: string | null; authorId?: string | null; isMember?: boolean | undefined } = {},
): Promise<void> {
  const isAuthor = on.authorId === user.id
  if (can(user, action, { isAuthor })) return
  // The membership is read only when the decision depends on it.
  if (!can(user, action, { isAuthor, isMember: true })) throw new ForbiddenError()
  const { workspaceId } = on
  const isMember = on.isMember ?? (typeof workspaceId === 'string' && (await isMemberOf(db, workspaceId, user.id)))
  if (!isMember) throw new ForbiddenError()
}

const membership = prepared((db: Db, { workspaceId, userId }: { workspaceId: string; userId: string }) =>
  db.selectFrom('memberships').select('user_id').where('workspace_id', '=', workspaceId).where('user_id', '=', userId),
)

/** True when the user is linked to the workspace. Owners need no link. */
async function isMemberOf(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  return (await membership(db, { workspaceId, userId })).rows.length > 0
}

/** Whether a person is an annotator who is in workspaces of this user only. */
export async function isOwnAnnotator(db: Db, userId: string, person: Pick<UserTable, 'id' | 'role'>): Promise<boolean> {
  const rows = await db
    .selectFrom('memberships as theirs')
    .leftJoin('memberships as own', (join) =>
      join.onRef('own.workspace_id', '=', 'theirs.workspace_id').on('own.user_id', '=', userId),
    )
    .select('own.user_id as own')
    .where('theirs.user_id', '=', person.id)
    .execute()
  return isOnlyInOwn(
    person,
    rows.map(({ own }) => own !== null),
  )
}

interface ById {
  id: string
}
interface ForMember extends ById {
  memberId: string
}

const datasetById = prepared((db: Db, { id }: ById) => db.selectFrom('datasets').selectAll().where('id', '=', id))

const datasetForMember = prepared((db: Db, { id, memberId }: ForMember) =>
  db
    .selectFrom('datasets')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.workspace_id', '=', 'datasets.workspace_id').on('memberships.user_id', '=', memberId),
    )
    .selectAll('datasets')
    .select('memberships.user_id as member')
    .where('datasets.id', '=', id),
)

const recordById = prepared((db: Db, { id }: ById) =>
  db
    .selectFrom('records')
    .innerJoin('datasets', 'datasets.id', 'records.dataset_id')
    .selectAll('records')
    .select('datasets.workspace_id as workspaceId')
    .where('records.id', '=', id),
)

const recordForMember = prepared((db: Db, { id, memberId }: ForMember) =>
  db
    .selectFrom('records')
    .innerJoin('datasets', 'datasets.id', 'records.dataset_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.workspace_id', '=', 'datasets.workspace_id').on('memberships.user_id', '=', memberId),
    )
    .selectAll('records')
    .select(['datasets.workspace_id as workspaceId', 'memberships.user_id as member'])
    .select(({ ref }) => {
      const isTheirs = isReachable({ pk: ref('records.pk'), datasetId: ref('records.dataset_id') }, memberId)
      return sql<number>`case when datasets.has_assignments = 0 then 0 when ${isTheirs} then 0 else 1 end`.as(
        'for_others',
      )
    })
    .where('records.id', '=', id),
)

export const RESOLVERS: { [K in Exclude<ResourceKind, 'task_dataset'>]: Resolver<K> } = {
  workspace: async (db, id) => {
    const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { ...row, workspaceId: row.id }
  },
  user: async (db, id, memberId) => {
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    return { ...row, workspaceId: null, isMember: memberId !== undefined && (await isOwnAnnotator(db, memberId, row)) }
  },
  dataset: async (db, id, memberId) => {
    if (memberId === undefined) {
      const [row] = (await datasetById(db, { id })).rows
      return row && { ...row, workspaceId: row.workspace_id }
    }
    const [found] = (await datasetForMember(db, { id, memberId })).rows
    if (!found) return undefined
    const { member, ...row } = found
    return { ...row, workspaceId: row.workspace_id, isMember: member !== null }
  },
  field: (db, id) => ofDataset(db, 'fields', id),
  question: (db, id) => ofDataset(db, 'questions', id),
  metadata_property: (db, id) => ofDataset(db, 'metadata_properties', id),
  vectors_settings: (db, id) => ofDataset(db, 'vectors_settings', id),
  record: async (db, id, memberId) => {
    if (memberId === undefined) {
      const [row] = (await recordById(db, { id })).rows
      return row
    }
    const [found] = (await recordForMember(db, { id, memberId })).rows
    if (!found) return undefined
    const { member, for_others, ...row } = found
    return { ...row, isMember: member !== null, isForOthers: Number(for_others) === 1 }
  },
  response: async (db, id) => ofDataset(db, 'responses', id),
  suggestion: async (db, id) =>
    db
      .selectFrom('suggestions')
      .innerJoin('records', 'records.pk', 'suggestions.record_pk')
      .innerJoin('datasets', 'datasets.id', 'suggestions.dataset_id')
      .selectAll('suggestions')
      .select(['records.id as record_id', 'datasets.workspace_id as workspaceId'])
      .where('suggestions.id', '=', id)
      .executeTakeFirst(),
  deleted_dataset: async (db, id) => {
    const row = await db
      .selectFrom('bin')
      .selectAll()
      .where('dataset_id', '=', id)
      .where('purge_at', '>', nowMicros())
      .executeTakeFirst()
    return row && { ...row, workspaceId: row.workspace_id }
  },
  deletion: async (db, id) => {
    const row = await db
      .selectFrom('events')
      .leftJoin('datasets', 'datasets.id', 'events.dataset_id')
      .leftJoin('task_datasets', 'task_datasets.id', 'events.dataset_id')
      .leftJoin('bin', 'bin.dataset_id', 'events.dataset_id')
      .select(['events.at', 'events.user_id', 'events.kind', 'events.dataset_id'])
      .select(({ fn }) => fn.coalesce('datasets.workspace_id', 'task_datasets.workspace_id').as('workspaceId'))
      .where('events.seq', '=', Number(id))
      .where('events.kind', 'in', ['record.delete', 'task_records.delete'])
      .where('bin.dataset_id', 'is', null)
      .executeTakeFirst()
    if (!row || row.dataset_id === null || row.workspaceId === null) return undefined
    const { dataset_id, workspaceId } = row
    return { ...row, seq: Number(id), dataset_id, workspaceId }
  },
}

type DatasetChild = 'fields' | 'questions' | 'metadata_properties' | 'vectors_settings' | 'responses'

async function ofDataset<T extends DatasetChild>(
  db: Db,
  table: T,
  id: string,
): Promise<(Tables[T] & InWorkspace) | undefined> {
  const row = await db
    .selectFrom(table as DatasetChild)
    .innerJoin('datasets', 'datasets.id', `${table as DatasetChild}.dataset_id`)
    .selectAll(table as DatasetChild)
    .select('datasets.workspace_id as workspaceId')
    .where(`${table as DatasetChild}.id`, '=', id)
    .executeTakeFirst()
  return row as (Tables[T] & InWorkspace) | undefined
}
