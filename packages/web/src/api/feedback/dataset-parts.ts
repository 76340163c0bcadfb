import type { Field, FieldCreate } from '@postil/contract/feedback/settings/fields'
import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question, QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { api } from '../client.ts'

// Add and remove fields, questions, properties and vectors of a dataset. All throw what the client throws.

/** Add a field to a draft. */
export function createField(datasetId: string, body: FieldCreate): Promise<Field> {
  return api('POST /api/v1/datasets/{dataset_id}/fields', { params: { dataset_id: datasetId }, body })
}

/** Remove a field of a draft. */
export function deleteField(id: string): Promise<Field> {
  return api('DELETE /api/v1/fields/{field_id}', { params: { field_id: id } })
}

/** Add a question to a draft. */
export function createQuestion(datasetId: string, body: QuestionCreate): Promise<Question> {
  return api('POST /api/v1/datasets/{dataset_id}/questions', { params: { dataset_id: datasetId }, body })
}

/** Remove a question of a draft. */
export function deleteQuestion(id: string): Promise<Question> {
  return api('DELETE /api/v1/questions/{question_id}', { params: { question_id: id } })
}

/** Add a property of a type without bounds, which annotators see. */
export function createMetadataProperty(
  datasetId: string,
  { type, ...names }: { name: string; title: string; type: MetadataProperty['settings']['type'] },
): Promise<MetadataProperty> {
  return api('POST /api/v1/datasets/{dataset_id}/metadata-properties', {
    params: { dataset_id: datasetId },
    body: { ...names, settings: type === 'terms' ? { type, values: null } : { type, min: null, max: null } },
  })
}

/** Remove a property; records keep their values. */
export function deleteMetadataProperty(id: string): Promise<MetadataProperty> {
  return api('DELETE /api/v1/metadata-properties/{metadata_property_id}', { params: { metadata_property_id: id } })
}

/** Let records carry another vector. */
export function createVectorsSettings(
  datasetId: string,
  body: { name: string; title: string; dimensions: number },
): Promise<VectorsSettings> {
  return api('POST /api/v1/datasets/{dataset_id}/vectors-settings', { params: { dataset_id: datasetId }, body })
}

/** Remove a vector together with the vectors of all records under it. */
export function deleteVectorsSettings(id: string): Promise<VectorsSettings> {
  return api('DELETE /api/v1/vectors-settings/{vectors_settings_id}', { params: { vectors_settings_id: id } })
}
