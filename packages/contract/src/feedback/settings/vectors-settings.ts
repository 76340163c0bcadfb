import { z } from 'zod'
import { defineRoute } from '../../route'
import { int, refuseNulls, uuid } from '../../shapes'
import { DatasetParams, itemName, itemsOf, itemTitle, timestamps } from '../common'

const tag = 'Vectors settings'
/** Maximum value of an integer column (32 bits). */
const MAX_INT = 2 ** 31 - 1

export const VectorsSettings = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  dimensions: z.number(),
  /** `given`: vectors are sent with the records. `lexical`: the server computes them from words and letters, without a language model. */
  source: z.enum(['given', 'lexical']),
  dataset_id: z.string(),
  ...timestamps,
})
export type VectorsSettings = z.output<typeof VectorsSettings>

export const VectorsSettingsCreate = z.object({
  name: itemName(),
  title: itemTitle(),
  dimensions: int({ gt: 0, le: MAX_INT }),
})
export type VectorsSettingsCreate = z.output<typeof VectorsSettingsCreate>

export const VectorsSettingsPatch = z.object({ title: itemTitle().nullish() }).superRefine(refuseNulls(['title']))
export type VectorsSettingsPatch = z.output<typeof VectorsSettingsPatch>

/** Progress of a dataset's lexical vectors. */
export const LexicalVectors = z.object({
  vectors_settings: VectorsSettings,
  /** Number of records in the dataset; in `done`, number of records that have their vector. */
  total: z.number(),
  done: z.number(),
})
export type LexicalVectors = z.output<typeof LexicalVectors>

const VectorsParams = z.object({ vectors_settings_id: uuid() })
const manager = { can: 'dataset.manage', of: 'vectors_settings', param: 'vectors_settings_id' } as const
const onVectors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** Vectors settings: which named vectors a record may carry (feedback-api §3.2, §4.5). */
export const vectorsSettingsRoutes = {
  listVectorsSettings: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/vectors-settings',
    summary: 'List the vectors settings of a dataset.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: itemsOf(VectorsSettings),
    status: 200,
    errors: onVectors,
  }),
  createVectorsSettings: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/vectors-settings',
    summary: 'Add vectors settings to a dataset (draft or ready); at most five.',
    tag,
    access: { can: 'dataset.manage', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    body: VectorsSettingsCreate,
    reply: VectorsSettings,
    status: 201,
    errors: [...onVectors, 'invalid', 'conflict'],
  }),
  updateVectorsSettings: defineRoute({
    method: 'PATCH',
    path: '/api/v1/vectors-settings/{vectors_settings_id}',
    summary: 'Change the title of vectors settings.',
    tag,
    access: manager,
    params: VectorsParams,
    body: VectorsSettingsPatch,
    reply: VectorsSettings,
    status: 200,
    errors: onVectors,
  }),
  deleteVectorsSettings: defineRoute({
    method: 'DELETE',
    path: '/api/v1/vectors-settings/{vectors_settings_id}',
    summary: "Delete vectors settings and the records' vectors of that name.",
    tag,
    access: manager,
    params: VectorsParams,
    reply: VectorsSettings,
    status: 200,
    errors: onVectors,
  }),
  createLexicalVectors: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/vectors-settings/lexical',
    summary:
      'Create lexical vectors for a dataset, computed from the words and letters of its records, so that similar texts can be found without a model. A background job computes them and keeps them up to date.',
    tag,
    access: { can: 'dataset.manage', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: LexicalVectors,
    status: 201,
    errors: [...onVectors, 'invalid', 'conflict'],
  }),
  getLexicalVectors: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/vectors-settings/lexical',
    summary: 'The progress of the lexical vectors of a dataset; 404 when it has none.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: LexicalVectors,
    status: 200,
    errors: onVectors,
  }),
}
