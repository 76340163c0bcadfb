import type { Client } from '@postil/sdk/client'
import type { DatasetSchema } from '../plan/plan'

/** A created dataset: its id, and the ids of its questions by name. */
export interface CreatedDataset {
  datasetId: string
  questionIds: ReadonlyMap<string, string>
}

/**
 * Create a dataset with all its settings, ready for records. If a step fails, the dataset is deleted again.
 *
 * @param onCreated - called as soon as there is something to delete on failure
 */
export async function createDataset(
  client: Client,
  given: { name: string; workspaceId: string; schema: DatasetSchema },
  onCreated: (datasetId: string) => void = () => undefined,
): Promise<CreatedDataset> {
  const { name, workspaceId, schema } = given
  const { id } = await client('POST /api/v1/datasets', {
    body: {
      name,
      workspace_id: workspaceId,
      guidelines: schema.guidelines,
      allow_extra_metadata: schema.allowExtraMetadata,
      distribution: { strategy: 'overlap', min_submitted: schema.minSubmitted },
    },
  })
  onCreated(id)
  try {
    const params = { dataset_id: id }
    for (const body of schema.fields) await client('POST /api/v1/datasets/{dataset_id}/fields', { params, body })
    const questionIds = new Map<string, string>()
    for (const body of schema.questions) {
      const question = await client('POST /api/v1/datasets/{dataset_id}/questions', { params, body })
      questionIds.set(question.name, question.id)
    }
    for (const body of schema.metadata) {
      await client('POST /api/v1/datasets/{dataset_id}/metadata-properties', { params, body })
    }
    for (const body of schema.vectors) {
      await client('POST /api/v1/datasets/{dataset_id}/vectors-settings', { params, body })
    }
    const { queueOrder: order = 'mixed', handOut: hand_out = 'everyone' } = schema
    if (order !== 'mixed' || hand_out !== 'everyone')
      await client('PUT /api/v1/datasets/{dataset_id}/queue', { params, body: { order, hand_out } })
    await client('PUT /api/v1/datasets/{dataset_id}/publish', { params })
    return { datasetId: id, questionIds }
  } catch (error) {
    await client('DELETE /api/v1/datasets/{dataset_id}', { params: { dataset_id: id } }).catch(() => undefined)
    throw error
  }
}
