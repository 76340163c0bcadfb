import type { OptionChange, OptionChangeBody } from '@postil/contract/options'
import type { TaskSettingsBody } from '@postil/contract/task/settings'
import { LabelError } from '@postil/domain/task-editing/edit-labels'
import { api } from '../client.ts'
import { refusalOf } from '../errors.ts'
import type { OptionCalls } from '../feedback/option-changes.ts'
import type { ClassicDataset, ClassicName } from './classic-datasets.ts'
import { asOpened, headersOf, type TaskPlace } from './task-records.ts'

/** Merge tags and metadata into a classic dataset; keys left out are not changed. */
export async function patchTaskDataset(
  at: ClassicName,
  body: { tags?: Record<string, string>; metadata?: Record<string, string> },
): Promise<ClassicDataset> {
  const call = { params: { name: at.name }, headers: headersOf(at), body }
  return asOpened(at, await api('PATCH /api/datasets/{name}', call))
}

/**
 * Save the whole list of labels as the label schema. Existing labels keep their ids and descriptions.
 *
 * @param before - the current settings
 * @returns the new settings
 * @throws LabelError NOT_ALLOWED_TO_UPDATE_LABELS on 403, LABEL_SCHEMA_IS_EMPTY without labels: an empty schema would refuse every record
 */
export async function saveLabelSchema(
  at: TaskPlace,
  names: readonly string[],
  before: TaskSettingsBody | undefined,
): Promise<TaskSettingsBody> {
  if (names.length === 0) throw new LabelError('LABEL_SCHEMA_IS_EMPTY', 'A label schema needs at least one label.')
  const known = new Map((before?.label_schema?.labels ?? []).map((label) => [label.name, label]))
  const labels = names.map((name) => known.get(name) ?? { id: name, name })
  const call = { params: { name: at.name }, headers: headersOf(at), body: { label_schema: { labels } } }
  const saved = await (at.task === 'TextClassification'
    ? api('PATCH /api/datasets/{name}/TextClassification/settings', call)
    : api('PATCH /api/datasets/{name}/TokenClassification/settings', call)
  ).catch(notAllowed)
  // The reply repeats the request, not the whole settings.
  return { ...before, ...saved }
}

/**
 * Change the labels in a way that can be undone.
 *
 * @throws LabelError NOT_ALLOWED_TO_UPDATE_LABELS on 403
 */
export function changeLabels(calls: OptionCalls, change: OptionChange): Promise<OptionChangeBody> {
  return calls.change(change).catch(notAllowed)
}

function notAllowed(cause: unknown): never {
  if (refusalOf(cause)?.status !== 403) throw cause
  throw new LabelError('NOT_ALLOWED_TO_UPDATE_LABELS', 'You may not change the labels of this dataset.', { cause })
}
