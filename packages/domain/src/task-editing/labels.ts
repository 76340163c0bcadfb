import type { TaskSettingsBody } from '@postil/contract/task/settings'

/** Keyboard shortcuts of the labels, in label order (spec section 9). */
export const SHORTCUT_CHARS = [...'1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const
/** Number of labels that a card shows before it is expanded (spec section 9). */
export const MAX_VISIBLE_LABELS = 10
/** Number of entity colours; further labels reuse them from the first (spec section 9). */
export const MAX_ENTITY_COLORS = 50

/** One label of a dataset. Its key is `text` and `dataset_id` together. */
export interface GlobalLabel {
  id: string
  /** Position in the label schema, from 0. */
  order: number
  color_id: number
  text: string
  /** `workspace.name` */
  dataset_id: string
  is_activate: boolean
  shortcut: string | null
  /** Whether the label is in the label schema, not only in the data. */
  is_saved_in_back: boolean
}

/** The sources of a dataset's labels; undefined while not loaded. */
export interface LabelSources {
  settings: TaskSettingsBody | undefined
  /** The dataset's metadata, where older clients store labels. */
  metadata?: Readonly<Record<string, unknown>> | undefined
  /** Labels found in the records: from the `dataset_labels` summary and the keys of the aggregations. */
  used?: readonly string[] | undefined
}

/** Key of the dataset's metadata under which older clients store labels. */
const OLD_LABELS = 'rubrix.recogn.ai/ui/custom/userData.v1'

/** The labels of a dataset: those of the label schema or, if that is absent or empty, those in the dataset's metadata and records. */
export function datasetLabels(datasetId: string, { settings, metadata, used = [] }: LabelSources): GlobalLabel[] {
  const saved = schemaLabels(settings)
  const texts = saved ?? [...new Set([...metadataLabels(metadata), ...used.filter((text) => text.trim() !== '')])]
  const colors = new Map((settings?.label_schema?.labels ?? []).map(({ name, color }) => [name, color]))
  return texts.map((text, index) => {
    const label = newLabel(datasetId, text, index, saved !== undefined)
    return { ...label, color_id: colors.get(text) ?? label.color_id }
  })
}

/** The names of retired labels: no longer offered, but records may still contain them. */
export function retiredLabels(settings: TaskSettingsBody | undefined): string[] {
  return (settings?.label_schema?.retired ?? []).map(({ name }) => name)
}

/** A new label at the end of a list of `count` labels. */
export function newLabel(datasetId: string, text: string, count: number, isSaved = false): GlobalLabel {
  return {
    id: text,
    order: count,
    color_id: count,
    text,
    dataset_id: datasetId,
    is_activate: false,
    shortcut: SHORTCUT_CHARS[count] ?? null,
    is_saved_in_back: isSaved,
  }
}

/** The label names of the label schema, or undefined when there is no schema or it is empty. */
export function schemaLabels(settings: TaskSettingsBody | undefined): string[] | undefined {
  const labels = settings?.label_schema?.labels ?? []
  return labels.length > 0 ? [...new Set(labels.map(({ name }) => name))] : undefined
}

function metadataLabels(metadata: LabelSources['metadata']): string[] {
  const kept = metadata?.[OLD_LABELS]
  if (typeof kept !== 'object' || kept === null) return []
  const lists = [Reflect.get(kept, 'entities'), Reflect.get(kept, 'labels')]
  return lists
    .flatMap((list: unknown) => (Array.isArray(list) ? list : []))
    .map((one: unknown) => (typeof one === 'object' && one !== null ? Reflect.get(one, 'text') : one))
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
}

/** Labels sorted by `order`, all or only those that are saved (or not saved). */
export function listLabels(labels: readonly GlobalLabel[], { isSaved }: { isSaved?: boolean } = {}): GlobalLabel[] {
  const wanted = isSaved === undefined ? labels : labels.filter((label) => label.is_saved_in_back === isSaved)
  return wanted.toSorted((one, other) => one.order - other.order)
}

/** The label with exactly this text, if any. */
export function findLabel(
  labels: readonly GlobalLabel[],
  text: string,
  { isSaved }: { isSaved?: boolean } = {},
): GlobalLabel | undefined {
  return labels.find((label) => label.text === text && (isSaved === undefined || label.is_saved_in_back === isSaved))
}

/** The label with this keyboard shortcut, ignoring case. */
export function labelOfKey(labels: readonly GlobalLabel[], key: string): GlobalLabel | undefined {
  return labels.find(({ shortcut }) => shortcut !== null && shortcut === key.toUpperCase())
}

/**
 * The labels that a card shows, in schema order: all if there are at most ten, else the wanted ones and as many others as fit into `max`.
 *
 * @param wanted - the selected and predicted labels, which are always shown
 * @param max - number of labels to show; 0 shows only the wanted ones
 */
export function visibleLabels(
  labels: readonly GlobalLabel[],
  wanted: ReadonlySet<string>,
  max = MAX_VISIBLE_LABELS,
): GlobalLabel[] {
  const ordered = listLabels(labels)
  if (ordered.length <= MAX_VISIBLE_LABELS) return ordered
  let room = max - ordered.filter(({ text }) => wanted.has(text)).length
  return ordered.filter(({ text }) => {
    if (wanted.has(text)) return true
    room -= 1
    return room >= 0
  })
}
