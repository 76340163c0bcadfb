import { randomUUID } from 'node:crypto'
import type { ExactJson } from '@postil/contract/shapes'
import { TASK_LIMITS, type Task } from '@postil/contract/task/constants'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import type { TaskDatasetRow, TaskDatasetTable } from '../../../db/task-tables'
import { AppError } from '../../../errors'
import type { BeforeWrite } from '../../../http/calls/handle'
import { badRequest, entityExists, entityNotFound, labelsBusy, missingWorkspace } from '../../../wire/classic-errors'
import { binTaskDataset } from '../../bin/bin.service'
import { assertNoneOpen } from '../../options/option-changes.service'
import { parseMetadata } from '../exact-metadata'
import { type BegunCopy, beginCopy, completeCopy } from '../records/copy-records'
import { enqueueSealing } from '../segments/segments.service'
import { copySettings, insertDataset, nameDataset, selectDatasets, touchDataset, updateDataset } from './datasets.store'
import { datasetIdOf } from './datasets.wire'
import { findTaskDataset } from './find-task-dataset'
import { lockTaskDataset, nextVersion } from './next-version'
import { assertManages, getWorkspace, type NamedWorkspace, readableWorkspaces } from './workspaces'

type Tags = Record<string, string>
type Metadata = Record<string, ExactJson>

export interface DatasetParts {
  tags?: Tags | null
  metadata?: Metadata | null
}

/** The datasets a user can see, of one workspace if named. An inaccessible workspace is reported as missing: 404. */
export async function listDatasets(
  db: Db,
  user: SessionUser,
  workspace: string | undefined,
): Promise<TaskDatasetRow[]> {
  const readable = await readableWorkspaces(db, user)
  if (workspace === undefined) return selectDatasets(db, readable)
  const { id } = await getWorkspace(db, workspace)
  if (readable && !readable.includes(id)) throw entityNotFound(workspace, 'Workspace')
  return selectDatasets(db, [id])
}

export interface NewDataset extends DatasetParts {
  name: string
  task: Task
  workspace: string | undefined
}

/**
 * Create an empty dataset. Throws in this order: 400 without a workspace, 404 for an unknown one, 403 unless the user manages it, 409 for a
 * taken name.
 */
export async function createDataset(
  tx: Tx,
  user: SessionUser,
  { name, task, workspace, tags, metadata }: NewDataset,
): Promise<TaskDatasetRow> {
  if (!workspace) throw missingWorkspace()
  const home = await getWorkspace(tx, workspace)
  await assertManages(tx, user, home.id)
  if (await findTaskDataset(tx, workspace, name)) throw entityExists(name, 'ServiceDataset', workspace)
  const content = { name, task, tags: tags ?? {}, metadata: metadata ?? {} }
  const row = await addDataset(tx, user, home, content)
  await logEvent(tx, { kind: 'task_dataset.create', ...aboutDataset(user, row), after: exactJsonText(content) })
  return row
}

interface DatasetContent {
  name: string
  task: Task
  tags: Tags
  metadata: Metadata
}

/** Insert a dataset. The caller logs it. */
async function addDataset(
  tx: Tx,
  user: SessionUser,
  home: NamedWorkspace,
  content: DatasetContent,
): Promise<TaskDatasetRow> {
  const row = newRow(user, home, content)
  // Another server may have created one of this name since the check.
  if (!(await insertDataset(tx, row))) throw entityExists(content.name, 'ServiceDataset', home.name)
  return { ...row, workspace_name: home.name }
}

function newRow(user: SessionUser, home: NamedWorkspace, content: DatasetContent): TaskDatasetTable {
  const now = nowMicros()
  return {
    id: randomUUID(),
    workspace_id: home.id,
    name: content.name,
    task: content.task,
    ...partsText(content),
    created_by: user.username,
    created_at: now,
    last_updated: now,
    closed: 0,
    version: 0,
    deletions_gone_to: 0,
    seals: 0,
  }
}

/** Tags and metadata as stored. Throws 400 when they are too large: every list of datasets contains them in one reply. */
function partsText(content: Pick<DatasetContent, 'tags' | 'metadata'>): { tags: string; metadata: string } {
  const text = { tags: JSON.stringify(content.tags), metadata: exactJsonText(content.metadata) }
  if (text.tags.length + text.metadata.length > TASK_LIMITS.datasetParts)
    throw badRequest(
      `The tags and metadata of a dataset have ${TASK_LIMITS.datasetParts} characters at most, written as JSON together.`,
    )
  return text
}

/** Merge tags and metadata key by key, and update the time of the dataset, even if neither was sent. */
export async function mergeIntoDataset(
  tx: Tx,
  user: SessionUser,
  row: TaskDatasetRow,
  { tags, metadata }: DatasetParts,
): Promise<TaskDatasetRow> {
  // Lock the row before reading its maps, so that concurrent merges cannot lose each other's keys.
  const current = await touchDataset(tx, row.id, nowMicros())
  const before = { tags: JSON.parse(current.tags), metadata: parseMetadata(current.metadata) }
  const after = { tags: { ...before.tags, ...tags }, metadata: { ...before.metadata, ...metadata } }
  const change = { ...partsText(after), last_updated: nowMicros() }
  await updateDataset(tx, row.id, change)
  const given = Object.keys({ ...tags, ...metadata }).length > 0
  if (given)
    await logEvent(tx, {
      kind: 'task_dataset.update',
      ...aboutDataset(user, row),
      before: exactJsonText(before),
      after: exactJsonText(after),
    })
  return { ...row, ...change }
}

/** Close or reopen a dataset. */
export async function setClosed(tx: Tx, user: SessionUser, row: TaskDatasetRow, closed: boolean): Promise<void> {
  await updateDataset(tx, row.id, { closed: closed ? 1 : 0 })
  const kind = closed ? 'task_dataset.close' : 'task_dataset.open'
  const before = { closed: row.closed !== 0 }
  await logEvent(tx, { kind, ...aboutDataset(user, row), before, after: { closed } })
}

/**
 * Delete a dataset, which makes its contents unreachable at once. A missing one is not an error; one that the user does not manage is
 * forbidden.
 *
 * @param binDays - number of days for which it can be restored; 0: a job deletes its records at once
 */
export async function deleteDataset(
  tx: Tx,
  user: SessionUser,
  workspace: string | undefined,
  name: string,
  binDays: number,
): Promise<void> {
  if (!workspace) throw missingWorkspace()
  const row = await findTaskDataset(tx, workspace, name)
  // Not by a former name of the workspace: whoever deletes has to mean the one that is there now.
  if (!row || row.workspace_name !== workspace) return
  await assertManages(tx, user, row.workspace_id)
  await binTaskDataset(tx, user, row, binDays)
  const before = {
    id: datasetIdOf(row),
    task: row.task,
    tags: JSON.parse(row.tags),
    metadata: parseMetadata(row.metadata),
  }
  await logEvent(tx, { kind: 'task_dataset.delete', ...aboutDataset(user, row), before: exactJsonText(before) })
}

export interface CopyTarget extends DatasetParts {
  name: string
  workspace: string | undefined
}

/**
 * Copy the records of a large dataset, except the last ones, before the transaction of the copy, in short ones: all other writes would wait
 * for it. Nothing is copied if the transaction is going to refuse.
 */
export async function copyAhead(before: BeforeWrite, target: CopyTarget): Promise<BegunCopy | undefined> {
  const find = async () => {
    const source = await before.find('task_dataset')
    await planCopy(before.context.engine.db, before.user, source, target)
    return source
  }
  const source = await find().catch((cause: unknown) => {
    if (cause instanceof AppError) return undefined
    throw cause
  })
  return source && beginCopy(before, source)
}

/**
 * Copy a dataset with records, settings and rules. Throws as `planCopy` and `completeCopy` do.
 *
 * @param begun - what was copied before the transaction
 */
export async function copyDataset(
  tx: Tx,
  user: SessionUser,
  found: TaskDatasetRow,
  target: CopyTarget,
  begun: BegunCopy | undefined,
): Promise<TaskDatasetRow> {
  // From here on nobody changes the source. What was changed since the copy was begun is copied again.
  const source = { ...found, ...(await lockTaskDataset(tx, found.id)) }
  const { home, content } = await planCopy(tx, user, source, target)
  const id = await completeCopy(tx, source, begun)
  await copySettings(tx, source.id, id)
  const copy = { ...newRow(user, home, content), id }
  await nameDataset(tx, copy)
  const version = await nextVersion(tx, id)
  await enqueueSealing(tx, id)
  const after = exactJsonText({ ...content, from: { id: source.id, version: source.version } })
  await logEvent(tx, { kind: 'task_dataset.copy', ...aboutDataset(user, copy), after })
  return { ...copy, workspace_name: home.name, version }
}

/**
 * The workspace and the content of a copy. Throws in this order: 404 for an unknown workspace, 409 for a taken name, 403 unless the user
 * manages the workspace, 409 while labels are being changed, 400 for tags and metadata that are too large.
 */
async function planCopy(
  db: Db,
  user: SessionUser,
  source: TaskDatasetRow,
  target: CopyTarget,
): Promise<{ home: NamedWorkspace; content: DatasetContent }> {
  const home = await getWorkspace(db, target.workspace || source.workspace_name)
  if (await findTaskDataset(db, home.name, target.name)) throw entityExists(target.name, 'Dataset', home.name)
  await assertManages(db, user, home.id)
  // A copy during a change of labels would keep the old ones in some records.
  await assertNoneOpen(db, { datasetId: source.id, questionId: null, conflict: labelsBusy })
  const origin = { source_workspace: source.workspace_name, copied_from: source.name }
  const content: DatasetContent = {
    name: target.name,
    task: source.task,
    tags: { ...JSON.parse(source.tags), ...target.tags },
    metadata: { ...parseMetadata(source.metadata), ...target.metadata, ...origin },
  }
  partsText(content)
  return { home, content }
}
