import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Client } from '@postil/sdk/client'
import type { DatasetSchema } from '../plan/plan'

/** An existing dataset: its name, schema, and the ids of its questions by name. */
export interface ExistingDataset {
  datasetId: string
  name: string
  workspaceId: string
  schema: DatasetSchema
  questionIds: ReadonlyMap<string, string>
}

/** Fetch the schema of a dataset. */
export async function fetchExistingDataset(client: Client, datasetId: string): Promise<ExistingDataset> {
  const params = { dataset_id: datasetId }
  const [dataset, queue, fields, questions, metadata, vectors] = await Promise.all([
    client('GET /api/v1/datasets/{dataset_id}', { params }),
    client('GET /api/v1/datasets/{dataset_id}/queue', { params }),
    client('GET /api/v1/datasets/{dataset_id}/fields', { params }),
    client('GET /api/v1/datasets/{dataset_id}/questions', { params }),
    client('GET /api/v1/me/datasets/{dataset_id}/metadata-properties', { params }),
    client('GET /api/v1/datasets/{dataset_id}/vectors-settings', { params }),
  ])
  return {
    datasetId,
    name: dataset.name,
    workspaceId: dataset.workspace_id,
    questionIds: new Map(questions.items.map(({ name, id }) => [name, id])),
    schema: {
      guidelines: dataset.guidelines,
      allowExtraMetadata: dataset.allow_extra_metadata,
      minSubmitted: dataset.distribution.min_submitted,
      queueOrder: queue.order,
      handOut: queue.hand_out,
      fields: fields.items.map(({ name, title, required, settings }) => ({ name, title, required, settings })),
      questions: questions.items.map(({ name, title, description, required, settings }) => ({
        name,
        title,
        description,
        required,
        settings: settings.type === 'span' ? { ...settings, allow_character_annotation: true } : settings,
      })),
      metadata: metadata.items.map(({ name, title, settings, visible_for_annotators }) => ({
        name,
        title,
        settings: propertySettings(settings),
        visible_for_annotators: visible_for_annotators ?? true,
      })),
      vectors: vectors.items.map(({ name, title, dimensions }) => ({ name, title, dimensions })),
    },
  }
}

/** The store keeps the original JSON of bounds, so that `1.0` stays `1.0`; convert them to numbers. */
function propertySettings(settings: MetadataProperty['settings']): DatasetSchema['metadata'][number]['settings'] {
  if (settings.type !== 'float') return settings
  const bound = (value: unknown) => (typeof value === 'number' ? value : null)
  return { type: 'float', min: bound(settings.min), max: bound(settings.max) }
}
