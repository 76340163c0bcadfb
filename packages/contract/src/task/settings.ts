import { z } from 'zod'
import { LIMITS } from '../limits'
import { defineRoute } from '../route'
import { atMostKeys, int, list, text } from '../shapes'
import { TASK_LIMITS } from './constants'
import { byName } from './record-parts'
import { manager, member, NameParams, WorkspaceQuery } from './task'

const labelName = () => text({ max: LIMITS.optionValueLength })
const Label = z.object({
  id: labelName(),
  name: labelName(),
  description: text({ max: LIMITS.descriptionLength }).nullish(),
})
const Dimensions = int({ ge: 1, le: TASK_LIMITS.vectorDimensions })

/** A label, as a plain text or as an object. */
const SettingsInput = z.object({
  label_schema: z.object({ labels: list(z.union([Label, labelName()]), { max: TASK_LIMITS.labels }) }).nullish(),
  vectors: atMostKeys(byName(z.union([z.object({ dim: Dimensions }), Dimensions])), TASK_LIMITS.metadataKeys).nullish(),
})
export type TaskSettingsInput = z.output<typeof SettingsInput>

const StoredLabel = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  /** Index of a colour; default: the label's index in the list. */
  color: z.number().optional(),
})

/** Settings as stored and returned. `retired` labels are no longer offered, but may still be on records. */
export const TaskSettingsBody = z.object({
  label_schema: z.object({ labels: z.array(StoredLabel), retired: z.array(StoredLabel).optional() }).optional(),
  vectors: z.record(z.string(), z.union([z.number(), z.object({ dim: z.number() })])).optional(),
})
export type TaskSettingsBody = z.output<typeof TaskSettingsBody>

const tag = 'Classic settings'
const common = { tag, params: NameParams, query: WorkspaceQuery, status: 200 } as const

function getSettings<const P extends string>(path: P) {
  return defineRoute({
    ...common,
    method: 'GET',
    path,
    summary: 'The label schema and vectors of a classic dataset.',
    access: member,
    reply: TaskSettingsBody,
    errors: ['missing_workspace', 'not_found', 'wrong_task', 'forbidden'],
  })
}

function saveSettings<const M extends 'PATCH' | 'PUT', const P extends string>(method: M, path: P) {
  return defineRoute({
    ...common,
    method,
    path,
    summary: 'Merge into the settings of a classic dataset; labels in use must stay.',
    access: manager,
    body: SettingsInput,
    reply: TaskSettingsBody,
    errors: ['missing_workspace', 'not_found', 'wrong_task', 'bad_request', 'forbidden', 'conflict'],
  })
}

function deleteSettings<const P extends string>(path: P) {
  return defineRoute({
    ...common,
    method: 'DELETE',
    path,
    summary: 'Delete the settings of a classic dataset.',
    access: manager,
    reply: z.null(),
    errors: ['missing_workspace', 'not_found', 'wrong_task', 'forbidden', 'conflict'],
  })
}

const TEXT = '/api/datasets/{name}/TextClassification/settings'
const TEXT_OLD = '/api/datasets/TextClassification/{name}/settings'
const TOKEN = '/api/datasets/{name}/TokenClassification/settings'
const TOKEN_OLD = '/api/datasets/TokenClassification/{name}/settings'

/** Settings of text and token classification datasets, with the task before and after the dataset in the path (classic-api §3.1). */
export const taskSettingsRoutes = {
  getTextClassificationSettings: getSettings(TEXT),
  patchTextClassificationSettings: saveSettings('PATCH', TEXT),
  putTextClassificationSettings: saveSettings('PUT', TEXT),
  deleteTextClassificationSettings: deleteSettings(TEXT),
  getTextClassificationSettingsOld: getSettings(TEXT_OLD),
  putTextClassificationSettingsOld: saveSettings('PUT', TEXT_OLD),
  deleteTextClassificationSettingsOld: deleteSettings(TEXT_OLD),
  getTokenClassificationSettings: getSettings(TOKEN),
  patchTokenClassificationSettings: saveSettings('PATCH', TOKEN),
  putTokenClassificationSettings: saveSettings('PUT', TOKEN),
  deleteTokenClassificationSettings: deleteSettings(TOKEN),
  getTokenClassificationSettingsOld: getSettings(TOKEN_OLD),
  putTokenClassificationSettingsOld: saveSettings('PUT', TOKEN_OLD),
  deleteTokenClassificationSettingsOld: deleteSettings(TOKEN_OLD),
}
