import { isObject } from '@postil/domain/is-object'
import type { Role } from '@postil/domain/permissions'
import { createClassic, deleteClassic } from '@postil/importing/classic/create-classic'
import type { ClassicPlan } from '@postil/importing/classic/plan'
import { knownModeOf } from '@postil/importing/plan/known-mode'
import { schemaOf } from '@postil/importing/plan/plan'
import { type CreatedDataset, createDataset } from '@postil/importing/upload/create-dataset'
import { fetchPeople, type Person } from '@postil/importing/upload/people'
import type { UploadProgress, UploadResult } from '@postil/importing/upload/upload-progress'
import type { Client } from '@postil/sdk/client'
import type { ImportEngine } from '../engine/worker-engine.ts'
import type { ImportTo, PlannedImport } from '../import-state.ts'
import { addNewLabels } from './growing-classic.ts'
import { keptOf, keptUpload } from './kept-upload.ts'
import { forgetUnfinished, keepUnfinished, type Unfinished } from './unfinished.ts'

export interface RunImportOptions {
  client: Client
  engine: ImportEngine
  user: Person & { role: Role }
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/** The result of an import: what was written, and where. */
export interface RanImport {
  datasetId: string
  /** Path of the dataset's page. */
  path: string
  /** Path of its settings, for a new dataset. */
  settingsPath?: string
  result: UploadResult
}

/** Run a planned import. A new dataset that is not completed is deleted again, whatever the reason. */
export async function runImport(planned: PlannedImport, options: RunImportOptions): Promise<RanImport> {
  const { to } = planned
  if (to.kind === 'existing') {
    const { datasetId, questionIds, workspaceId } = to.dataset
    const kept = keptUpload(options.user.id, datasetId)
    const mode = knownModeOf(planned)
    let keptRows: number | undefined
    const onProgress = (progress: UploadProgress) => {
      const { checkpoint } = progress
      const upload = checkpoint && checkpoint.rows !== keptRows ? keptOf(planned, mode, checkpoint) : undefined
      if (upload) void kept.keep(upload)
      keptRows = checkpoint?.rows
      options.onProgress(progress)
    }
    const result = await upload(planned, { datasetId, questionIds }, workspaceId, { ...options, onProgress })
    await kept.forget()
    return { datasetId, path: annotationPath(datasetId), result }
  }
  if (to.kind === 'classic') {
    const { file, scan, classic, checkpoint } = planned
    const { client, engine, user, signal, onProgress } = options
    if (!classic) throw new Error('The plan for a classic dataset is missing.')
    await addNewLabels(to, classic)
    signal.throwIfAborted()
    const target = { name: to.name, workspace: to.workspace, userName: user.username }
    const result = await engine.upload(
      { file, reading: scan.reading, classic, target, mode: 'update', checkpoint },
      { client, signal, onProgress },
    )
    return { datasetId: `${to.workspace}.${to.name}`, path: `/datasets/${to.workspace}/${to.name}`, result }
  }
  return await whole(options, async (onMade) => {
    const { client, signal } = options
    const { name, workspaceId, queueOrder } = to
    if (planned.classic) return await runClassic(planned, planned.classic, to, options, onMade)
    const planSchema = schemaOf(planned.plan)
    const schema = { ...planSchema, queueOrder: queueOrder ?? planSchema.queueOrder }
    const created = await createDataset(client, { name, workspaceId, schema }, (datasetId) =>
      onMade({ datasetId, name }),
    )
    signal.throwIfAborted()
    const result = await upload(planned, created, workspaceId, options)
    const { datasetId } = created
    return { datasetId, path: annotationPath(datasetId), settingsPath: `/dataset/${datasetId}/settings`, result }
  })
}

/** Create something that is deleted again if it is not completed, whatever the reason. */
async function whole(
  { client, user, signal }: RunImportOptions,
  make: (onMade: (made: Unfinished) => void) => Promise<RanImport>,
): Promise<RanImport> {
  let made: Unfinished | undefined
  let endBeat: () => void = () => undefined
  const handleLeave = () => {
    if (made) deleteOnLeave(made)
  }
  globalThis.addEventListener?.('pagehide', handleLeave)
  try {
    const ran = await make((one) => {
      made = one
      endBeat = keepUnfinished(user.id, one)
    })
    signal.throwIfAborted()
    endBeat()
    if (made) await forgetUnfinished(user.id, made)
    return ran
  } catch (error) {
    endBeat()
    if (made) await deleteUnfinished(client, user.id, made)
    throw error
  } finally {
    globalThis.removeEventListener?.('pagehide', handleLeave)
  }
}

async function runClassic(
  { file, scan }: PlannedImport,
  classic: ClassicPlan,
  { name, workspaceId }: Extract<ImportTo, { kind: 'new' }>,
  { client, engine, user, signal, onProgress }: RunImportOptions,
  onMade: (made: Unfinished) => void,
): Promise<RanImport> {
  const { name: workspace } = await client('GET /api/v1/workspaces/{workspace_id}', {
    params: { workspace_id: workspaceId },
  })
  const place = { name, workspace }
  const datasetId = `${workspace}.${name}`
  await createClassic(client, place, classic, () => onMade({ datasetId, name, workspace }))
  signal.throwIfAborted()
  const target = { ...place, userName: user.username }
  const result = await engine.upload(
    { file, reading: scan.reading, classic, target, mode: 'new' },
    { client, signal, onProgress },
  )
  const path = `/datasets/${workspace}/${name}`
  return { datasetId, path, settingsPath: `${path}/settings`, result }
}

function annotationPath(datasetId: string): string {
  return `/dataset/${datasetId}/annotation-mode`
}

/** Delete the partial dataset of an import; it stays recorded while the server is unreachable. */
export async function deleteUnfinished(client: Client, userId: string, unfinished: Unfinished): Promise<boolean> {
  const { datasetId, name, workspace } = unfinished
  try {
    if (workspace !== undefined) await deleteClassic(client, { name, workspace })
    else await client('DELETE /api/v1/datasets/{dataset_id}', { params: { dataset_id: datasetId } })
  } catch (error) {
    if (!isObject(error) || error.status !== 404) return false
  }
  await forgetUnfinished(userId, unfinished)
  return true
}

async function upload(
  planned: PlannedImport,
  { datasetId, questionIds }: CreatedDataset,
  workspaceId: string,
  { client, engine, user, signal, onProgress }: RunImportOptions,
): Promise<UploadResult> {
  const { file, scan, plan, checkpoint } = planned
  const people = await fetchPeople(client, workspaceId, user)
  // Responses in an export refer to users by id and by username.
  const users = new Map(
    people.flatMap(({ id, username }): [string, string][] => [
      [id, id],
      [username, id],
    ]),
  )
  return await engine.upload(
    {
      file,
      reading: scan.reading,
      plan,
      target: { datasetId, questionIds, userId: user.id, users },
      mode: knownModeOf(planned),
      checkpoint,
    },
    { client, signal, onProgress },
  )
}

/** Clean up while the tab is being closed, by a request that outlives the page (`keepalive`). */
function deleteOnLeave({ datasetId, name, workspace }: Unfinished): void {
  const path =
    workspace === undefined
      ? `/api/v1/datasets/${encodeURIComponent(datasetId)}`
      : `/api/datasets/${encodeURIComponent(name)}?workspace=${encodeURIComponent(workspace)}`
  void fetch(path, { method: 'DELETE', credentials: 'same-origin', keepalive: true }).catch(() => undefined)
}
