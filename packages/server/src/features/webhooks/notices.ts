import type { WebhookEvent } from '@postil/contract/webhooks'
import type { EventKind } from '../../events/catalogue'
import type { StoredEvent } from '../../events/read-tail'

/** Something that a receiver may be notified of. The thing itself is read when the message is made (`describe`). */
export type Notice = { type: WebhookEvent; at: number; datasetId: string } & (
  | {
      of: 'dataset'
      /** JSON of a deleted one, as in its event. */
      deleted?: string
    }
  | {
      of: 'record'
      id: string
      deleted?: string
      /** Only if this response made it complete. */
      completedBy?: string
    }
  | {
      of: 'response'
      /** JSON of it, as in its event. */
      state: string
    }
)

/**
 * What an event of the log is to receivers: nothing for most kinds, a message for each record of an import. It depends on nothing but the
 * event, so that the number of a message is the same whenever it is sent again.
 */
export function noticesOf(event: StoredEvent): Notice[] {
  const { at, dataset_id: datasetId, subject_id: id, before, after } = event
  if (datasetId === null) return []
  const dataset = (type: WebhookEvent): Notice[] => [
    { of: 'dataset', type, at, datasetId, ...(type === 'dataset.deleted' && before !== null && { deleted: before }) },
  ]
  const records = (type: WebhookEvent, ids: readonly string[]): Notice[] =>
    ids.map((recordId) => ({ of: 'record', type, at, datasetId, id: recordId }))
  const response = (type: WebhookEvent): Notice[] => {
    const state = after ?? before ?? '{}'
    const told: Notice = { of: 'response', type, at, datasetId, state }
    if (!isSubmitted(after) || isSubmitted(before) || event.record_id === null) return [told]
    // A record is updated when it is completed, since its status is a part of it.
    const completed = { of: 'record', at, datasetId, id: event.record_id, completedBy: id } as const
    return [told, { ...completed, type: 'record.updated' }, { ...completed, type: 'record.completed' }]
  }
  switch (event.kind as EventKind) {
    case 'dataset.create':
    case 'dataset.restore':
      return dataset('dataset.created')
    case 'dataset.update':
      return dataset('dataset.updated')
    case 'dataset.publish':
      return dataset('dataset.published')
    case 'dataset.delete':
      return dataset('dataset.deleted')
    case 'records.create':
      return records('record.created', idsOf(after, 'ids'))
    case 'record.restore':
      return records('record.created', [id])
    case 'records.upsert':
      return [
        ...records('record.created', idsOf(after, 'created')),
        ...records('record.updated', idsOf(after, 'updated')),
      ]
    case 'records.update':
      return records('record.updated', idsOf(after, 'ids'))
    case 'record.delete':
      return [{ of: 'record', type: 'record.deleted', at, datasetId, id, ...(before !== null && { deleted: before }) }]
    case 'response.create':
      return response('response.created')
    case 'response.update':
      return response('response.updated')
    case 'response.delete':
      return response('response.deleted')
    default:
      return []
  }
}

function idsOf(state: string | null, key: 'ids' | 'created' | 'updated'): string[] {
  const { [key]: ids = [] }: Partial<Record<typeof key, string[]>> = JSON.parse(state ?? '{}')
  return ids
}

function isSubmitted(state: string | null): boolean {
  if (state === null) return false
  const { status }: { status?: string } = JSON.parse(state)
  return status === 'submitted'
}
