import type { Task } from '@postil/contract/task/constants'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { Client } from '@postil/sdk/client'
import type { Writer } from '../upload/writer'
import { createClassicConverter } from './convert'
import type { ClassicPlan } from './plan'
import type { ClassicRecord } from './record'

/** The target of an import into a classic dataset. */
interface ClassicTarget {
  name: string
  /** Name of the workspace. */
  workspace: string
  /** Username of the importing user. */
  userName: string
}

/** A job that imports rows as records of a classic dataset. */
export interface ClassicJob {
  classic: ClassicPlan
  target: ClassicTarget
  /** `new`: the dataset was created for this file; otherwise it has records, and those with the same id are merged. */
  mode: 'new' | 'update'
}

const PER_BATCH = 500

/** Writes records of a classic dataset. Every record has an id, so that retrying a batch adds nothing. */
export function classicWriter({ classic, target, mode }: ClassicJob): Writer<ClassicRecord> {
  let known: Set<string> | undefined
  return {
    perBatch: PER_BATCH,
    convert: createClassicConverter(classic, target.userName),
    look:
      mode === 'new'
        ? undefined
        : async (client, { signal, onProgress }) => {
            known = await fetchIds(client, target, signal)
            onProgress?.(1)
            return null
          },
    settle: (item) => ({ item, isUpdate: known?.has(String(item.id)) ?? false }),
    chars: (item) => exactJsonText(item).length,
    shown: ({ inputs, text }) => inputs ?? text,
    send: (client, items, _key, signal) => sendRecords(client, classic.task, target, items, signal),
    isAboutItems: ({ status, detail }) =>
      status === 422 || status === 413 || (status === 400 && ABOUT_RECORDS.test(codeOf(detail))),
  }
}

const ABOUT_RECORDS = /::(BadRequestError|BulkDataError|MetadataLimitExceededError)$/

function codeOf(detail: unknown): string {
  const code: unknown = typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

async function sendRecords(
  client: Client,
  task: Task,
  { name, workspace }: ClassicTarget,
  records: readonly ClassicRecord[],
  signal?: AbortSignal,
): Promise<void> {
  const call = { params: { name }, query: { workspace }, signal }
  // The records were created for this task; the shapes of the three tasks differ only in the task's own parts.
  const body = { records: [...records] as never[] }
  switch (task) {
    case 'TextClassification':
      await client('POST /api/datasets/{name}/TextClassification:bulk', { ...call, body })
      return
    case 'TokenClassification':
      await client('POST /api/datasets/{name}/TokenClassification:bulk', { ...call, body })
      return
    case 'Text2Text':
      await client('POST /api/datasets/{name}/Text2Text:bulk', { ...call, body })
  }
}

async function fetchIds(
  client: Client,
  { name, workspace }: ClassicTarget,
  signal?: AbortSignal,
): Promise<Set<string>> {
  const ids = new Set<string>()
  let after: string | null = null
  do {
    const { records, next_idx }: { records: { [key: string]: unknown }[]; next_idx: string | null } = await client(
      'POST /api/datasets/{name}/records/:search',
      {
        params: { name },
        query: { workspace, limit: 1000 },
        body: { fields: ['id'], ...(after === null ? {} : { next_idx: after }) },
        signal,
      },
    )
    for (const { id } of records) ids.add(String(id))
    after = records.length > 0 ? next_idx : null
  } while (after !== null)
  return ids
}
