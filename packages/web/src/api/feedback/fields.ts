import type { Field, FieldPatch } from '@postil/contract/feedback/settings/fields'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { freshItems } from '../freshness.ts'

/** The fields of a dataset, in its order. Throws ERROR_FETCHING_FIELDS. */
export function fetchFields(datasetId: string): Promise<Field[]> {
  return named('ERROR_FETCHING_FIELDS', async () =>
    freshItems(await api.answer('GET /api/v1/datasets/{dataset_id}/fields', { params: { dataset_id: datasetId } })),
  )
}

/** Change a field's title or settings. Throws ERROR_PATCHING_FIELDS. */
export function patchField(fieldId: string, body: Partial<FieldPatch>): Promise<Field> {
  return named('ERROR_PATCHING_FIELDS', () =>
    api('PATCH /api/v1/fields/{field_id}', { params: { field_id: fieldId }, body }),
  )
}
