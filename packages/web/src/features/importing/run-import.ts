import type { Role } from '@postil/domain/permissions'
import { knownModeOf } from '@postil/importing/plan/known-mode'
import { schemaOf } from '@postil/importing/plan/plan'
import { type CreatedDataset, createDataset } from '@postil/importing/upload/create-dataset'
import { fetchPeople, type Person } from '@postil/importing/upload/people'
import type { UploadProgress, UploadResult } from '@postil/importing/upload/upload'
import type { Client } from '@postil/sdk/client'
import type { ImportEngine } from './engine/engine.ts'
import type { PlannedImport } from './import-state.ts'
import { keptOf, keptUpload } from './kept-upload.ts'
import { forgetUnfinished, keepUnfinished } from './unfinished.ts'

export interface RunImportOptions {
  client: Client
  engine: ImportEngine
  user: Person & { role: Role }
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/** What was written, and where. */
export interface RanImport {
  datasetId: string
  result: UploadResult
}

/** Carry out a planned import. A new dataset that does not become whole is deleted again, whatever stops it. */
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
      if (upload) kept.keep(upload)
      keptRows = checkpoint?.rows
      options.onProgress(progress)
    }
    const result = await upload(planned, { datasetId, questionIds }, workspaceId, { ...options, onProgress })
    kept.forget()
    return { datasetId, result }
  }
  const { client, signal } = options
  let made: string | undefined
  let endBeat: () => void = () => undefined
  const handleLeave = () => {
    if (made !== undefined) deleteOnLeave(made)
  }
  globalThis.addEventListener?.('pagehide', handleLeave)
  try {
    const { name, workspaceId } = to
    const created = await createDataset(client, { name, workspaceId, schema: schemaOf(planned.plan) }, (datasetId) => {
      made = datasetId
      endBeat = keepUnfinished({ datasetId, name })
    })
    signal.throwIfAborted()
    const result = await upload(planned, created, workspaceId, options)
    signal.throwIfAborted()
    forgetUnfinished()
    return { datasetId: created.datasetId, result }
  } catch (error) {
    if (made !== undefined) await deleteUnfinished(client, made)
    throw error
  } finally {
    endBeat()
    globalThis.removeEventListener?.('pagehide', handleLeave)
  }
}

/** Delete what an import left behind; it stays remembered when the server cannot be reached. */
export async function deleteUnfinished(client: Client, datasetId: string): Promise<boolean> {
  try {
    await client('DELETE /api/v1/datasets/{dataset_id}', { params: { dataset_id: datasetId } })
  } catch (error) {
    const isGone = typeof error === 'object' && error !== null && Reflect.get(error, 'status') === 404
    if (!isGone) return false
  }
  forgetUnfinished()
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
  // The responses of an export name their users by id and by username.
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

/** The tab is being closed: only a request that outlives it can still clean up. */
function deleteOnLeave(datasetId: string): void {
  void fetch(`/api/v1/datasets/${encodeURIComponent(datasetId)}`, {
    method: 'DELETE',
    credentials: 'same-origin',
    keepalive: true,
  }).catch(() => undefined)
}
