import { isObject } from '@postil/domain/is-object'
import type { ColumnPlan } from '@postil/importing/plan/plan'
import type { Checkpoint } from '@postil/importing/upload/checkpoint'
import { isUnchanged } from '@postil/importing/upload/fingerprint'
import type { KnownMode } from '@postil/importing/upload/known-records'
import { keptJobs } from '../../../local/kept-jobs.ts'
import type { KeptUpload, PlannedImport } from '../import-state.ts'

/** The store on this device of a user's unfinished upload into a dataset, so that a later visit can resume it. */
export function keptUpload(userId: string, datasetId: string) {
  const kept = keptJobs({ kind: 'upload', userId, datasetId }, (stored) => (isKept(stored) ? stored : undefined))
  return {
    find: async (): Promise<KeptUpload | undefined> => (await kept.list())[0],
    keep: (upload: KeptUpload) => kept.keep(datasetId, upload),
    forget: () => kept.forget(datasetId),
  }
}

/** The unfinished upload of exactly this file into a dataset, if there is one. */
export async function findKept(file: File, userId: string, datasetId: string): Promise<KeptUpload | undefined> {
  const kept = await keptUpload(userId, datasetId).find()
  return kept && (await isUnchanged(file, kept.checkpoint.file)) ? kept : undefined
}

/** What to store of a running import; undefined for a new dataset, which is complete or deleted. */
export function keptOf(
  planned: PlannedImport,
  mode: 'new' | KnownMode,
  checkpoint: Checkpoint,
): KeptUpload | undefined {
  const { columns, encoding, hasContentIds } = planned.plan
  if (mode === 'new') return undefined
  return { checkpoint, mode, reading: planned.scan.reading, plan: { columns, encoding, hasContentIds } }
}

/** The import that resumes a stored upload, whatever the current plan is. */
export function goingOn(planned: PlannedImport, { checkpoint, mode, reading, plan }: KeptUpload): PlannedImport {
  const { to, scan } = planned
  return {
    ...planned,
    checkpoint,
    scan: { ...scan, reading },
    plan: { ...planned.plan, ...plan },
    to: to.kind === 'existing' ? { ...to, mode } : to,
  }
}

function isKept(value: unknown): value is KeptUpload {
  if (!isObject(value)) return false
  const { checkpoint, mode, reading, plan } = value
  return (
    isCheckpoint(checkpoint) &&
    (mode === 'skip' || mode === 'update' || mode === 'add') &&
    isObject(reading) &&
    typeof reading.format === 'string' &&
    typeof reading.encoding === 'string' &&
    isObject(plan) &&
    typeof plan.encoding === 'string' &&
    Array.isArray(plan.columns) &&
    plan.columns.every(isColumn)
  )
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isObject(value)) return false
  const { file, key, heldUntil, rows, written, refused } = value
  return (
    isObject(file) &&
    typeof file.bytes === 'number' &&
    typeof file.sha256 === 'string' &&
    typeof key === 'string' &&
    (heldUntil === null || typeof heldUntil === 'string') &&
    typeof rows === 'number' &&
    typeof written === 'number' &&
    Array.isArray(refused) &&
    refused.every((one) => isObject(one) && typeof one.row === 'number' && typeof one.reason === 'string')
  )
}

function isColumn(value: unknown): value is ColumnPlan {
  return (
    isObject(value) && typeof value.source === 'string' && isObject(value.use) && typeof value.use.kind === 'string'
  )
}
