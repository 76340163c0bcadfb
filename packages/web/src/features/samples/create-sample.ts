import type { Role } from '@postil/domain/permissions'
import { readManifest } from '@postil/importing/export/manifest'
import { guessPlan } from '@postil/importing/guess/guess'
import { datasetNameFor } from '@postil/importing/guess/names'
import type { Person } from '@postil/importing/upload/people'
import type { Client } from '@postil/sdk/client'
import type { ImportEngine } from '../importing/engine/worker-engine.ts'
import { runImport } from '../importing/writing/run-import.ts'
import { type SampleKind, samplePath } from './samples.ts'

export interface CreateSampleOptions {
  client: Client
  engine: ImportEngine
  user: Person & { role: Role }
  /** Target workspace. */
  workspaceId: string
  signal?: AbortSignal
  /** For tests. */
  fetch?: typeof fetch
}

/** Create a dataset from a bundled sample, under a name that is free in its workspace. @returns the dataset's id */
export async function createSample(kind: SampleKind, options: CreateSampleOptions): Promise<string> {
  const { client, engine, user, workspaceId, signal = new AbortController().signal } = options
  const load = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request))
  const [records, settings] = await Promise.all([
    textOf(await load(samplePath(kind, 'jsonl'), { signal })),
    textOf(await load(samplePath(kind, 'manifest.json'), { signal })),
  ])
  const manifest = readManifest(settings)
  if (!manifest) throw new Error('The settings of this sample cannot be read.')
  const file = new File([records], `${kind}.jsonl`)
  const scan = await engine.scan(file, { signal })
  const { items } = await client('GET /api/v1/me/datasets', { query: { workspace_id: workspaceId }, signal })
  const taken = new Set(items.map(({ name }) => name))
  const planned = {
    file,
    scan,
    manifest,
    plan: guessPlan(scan.profile, 'native', manifest.schema),
    to: { kind: 'new' as const, name: datasetNameFor(manifest.datasetName, taken), workspaceId },
  }
  const { datasetId } = await runImport(planned, { client, engine, user, signal, onProgress: () => undefined })
  return datasetId
}

async function textOf(reply: Response): Promise<string> {
  if (!reply.ok) throw new Error(`The sample could not be loaded (${reply.status}).`)
  return await reply.text()
}
