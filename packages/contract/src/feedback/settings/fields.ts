import { z } from 'zod'
import { defineRoute } from '../../route'
import { bool, refuseNulls, uuid } from '../../shapes'
import { DatasetParams, itemName, itemsOf, itemTitle, timestamps } from '../common'
import { FieldSettings, FieldSettingsCreate, FieldSettingsPatch } from './field-settings'

const tag = 'Fields'

export const Field = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  required: z.boolean(),
  settings: FieldSettings,
  dataset_id: z.string(),
  ...timestamps,
})
export type Field = z.output<typeof Field>

export const FieldCreate = z.object({
  name: itemName(),
  title: itemTitle(),
  required: bool().nullish(),
  settings: FieldSettingsCreate,
})
export type FieldCreate = z.output<typeof FieldCreate>

export const FieldPatch = z
  .object({ title: itemTitle().nullish(), settings: FieldSettingsPatch.nullish() })
  .superRefine(refuseNulls(['title', 'settings']))
export type FieldPatch = z.output<typeof FieldPatch>

const FieldParams = z.object({ field_id: uuid() })
const manager = { can: 'dataset.manage', of: 'field', param: 'field_id' } as const
const onField = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** Fields: the displayed texts of a record (feedback-api §3.2, §4.2). */
export const fieldRoutes = {
  listFields: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/fields',
    summary: 'List the fields of a dataset.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: itemsOf(Field),
    status: 200,
    errors: onField,
  }),
  createField: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/fields',
    summary: 'Add a field to a draft.',
    tag,
    access: { can: 'dataset.manage', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    body: FieldCreate,
    reply: Field,
    status: 201,
    errors: [...onField, 'conflict', 'invalid'],
  }),
  updateField: defineRoute({
    method: 'PATCH',
    path: '/api/v1/fields/{field_id}',
    summary: 'Change the title or the settings of a field.',
    tag,
    access: manager,
    params: FieldParams,
    body: FieldPatch,
    reply: Field,
    status: 200,
    errors: onField,
  }),
  deleteField: defineRoute({
    method: 'DELETE',
    path: '/api/v1/fields/{field_id}',
    summary: 'Delete a field of a draft.',
    tag,
    access: manager,
    params: FieldParams,
    reply: Field,
    status: 200,
    errors: [...onField, 'invalid'],
  }),
}
