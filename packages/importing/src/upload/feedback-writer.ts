import type { RecordUpsert } from '@postil/contract/feedback/records'
import { LIMITS } from '@postil/contract/limits'
import type { Client } from '@postil/sdk/client'
import { createConverter, type ImportTarget } from '../convert/convert'
import { type ImportPlan, isUpdateOnly } from '../plan/plan'
import {
  fetchKnownRecords,
  isKnown,
  type KnownMode,
  type KnownRecords,
  settleKnown,
  settleUpdate,
} from './known-records'
import type { Writer } from './writer'

/** A job that imports rows as records of a feedback dataset. */
export interface FeedbackJob {
  plan: ImportPlan
  target: ImportTarget
  /** `new`: the dataset was created for this file; otherwise how to handle rows that it already has. */
  mode: 'new' | KnownMode
}

/** Writes records of a feedback dataset. */
export function feedbackWriter({ plan, target, mode }: FeedbackJob): Writer<RecordUpsert> {
  const { datasetId } = target
  let known: KnownRecords | undefined
  return {
    perBatch: LIMITS.recordsPerBulk,
    convert: createConverter(plan, target),
    look:
      mode === 'new'
        ? undefined
        : async (client, options) => {
            known = await fetchKnownRecords(client, datasetId, options)
            return known.until
          },
    settle: (item) => {
      if (!known || mode === 'new') {
        const { id: _, ...fresh } = item
        return { item: fresh, isUpdate: false }
      }
      if (isUpdateOnly(plan)) {
        // A row without texts is useless unless there is a record to update.
        const settled = settleUpdate(item, known)
        const id = item.external_id ?? item.id ?? ''
        return settled
          ? { item: settled, isUpdate: true }
          : { reason: `The dataset has no record with the id “${id}”.` }
      }
      const isUpdate = mode === 'update' && isKnown(item, known)
      const settled = settleKnown(item, mode, known)
      return settled ? { item: settled, isUpdate } : 'skip'
    },
    chars: ({ fields, vectors }) => JSON.stringify(fields ?? {}).length + JSON.stringify(vectors ?? {}).length,
    shown: (item) => item.fields ?? item,
    send: (client, items, key, signal) => sendRecords(client, datasetId, items, key, signal),
    // Some of the records are refused, or the request is too large.
    isAboutItems: ({ status }) => status === 422 || status === 413,
  }
}

/** Safe to retry: records with an id are upserted by it, the others are sent under an idempotency key. */
async function sendRecords(
  client: Client,
  datasetId: string,
  records: readonly RecordUpsert[],
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  const params = { dataset_id: datasetId }
  const headers = records.every(hasId) ? {} : { 'Idempotency-Key': key }
  if (records.some(hasId)) {
    const body = { items: [...records] }
    await client('PUT /api/v1/datasets/{dataset_id}/records/bulk', { params, body, headers, signal })
    return
  }
  const body = { items: records.map(({ id: _, fields, ...rest }) => ({ ...rest, fields: fields ?? {} })) }
  await client('POST /api/v1/datasets/{dataset_id}/records/bulk', { params, body, headers, signal })
}

/** Whether the server recognises the record when it is sent again. */
function hasId({ id, external_id }: RecordUpsert): boolean {
  return typeof external_id === 'string' || typeof id === 'string'
}
