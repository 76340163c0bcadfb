import type { TaskSettingsBody } from '@postil/contract/task/settings'

/** Keys of labels, in their order (spec section 9). */
export const SHORTCUT_CHARS = [...'1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const
/** Labels that a card shows at first (spec section 9). */
export const MAX_VISIBLE_LABELS = 10
/** Colours of entities; further ones begin anew (spec section 9). */
export const MAX_ENTITY_COLORS = 50

/** One label of a dataset. Its key is `text` and `dataset_id` together. */
export interface GlobalLabel {
  id: string
  /** Its place, from 0: the order of the label schema. */
  order: number
  color_id: number
  text: string
  /** `workspace.name` */
  dataset_id: string
  is_activate: boolean
  shortcut: string | null
  /** It is in the label schema, not only in the data. */
  is_saved_in_back: boolean
}

/** Where labels are read from, when they are known. */
export interface LabelSources {
  settings: TaskSettingsBody | undefined
  /** The dataset's metadata: older clients keep labels there. */
  metadata?: Readonly<Record<string, unknown>> | undefined
  /** Labels found in the data: of the `dataset_labels` summary, and keys of the aggregations. */
  used?: readonly string[] | undefined
}

/** Labels that older clients kept in a dataset's metadata stand under this name. */
const OLD_LABELS = 'rubrix.recogn.ai/ui/custom/userData.v1'

/** The labels of a dataset: those of the label schema; without any, the ones that its metadata and its records name. An empty schema counts as none. */
export function datasetLabels(datasetId: string, { settings, metadata, used = [] }: LabelSources): GlobalLabel[] {
  const saved = schemaLabels(settings)
  const texts = saved ?? [...new Set([...metadataLabels(metadata), ...used.filter((text) => text.trim() !== '')])]
  const colors = new Map((settings?.label_schema?.labels ?? []).map(({ name, color }) => [name, color]))
  return texts.map((text, index) => {
    const label = newLabel(datasetId, text, index, saved !== undefined)
    return { ...label, color_id: colors.get(text) ?? label.color_id }
  })
}

/** The names of labels that are no longer offered, but may stand in records. */
export function retiredLabels(settings: TaskSettingsBody | undefined): string[] {
  return (settings?.label_schema?.retired ?? []).map(({ name }) => name)
}

/** A label that is added behind `count` others. */
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

/** The names of the label schema, or undefined when there is none or it is empty. */
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

/** Labels by their order. */
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

/** The label a key stands for; letters in either case. */
export function labelOfKey(labels: readonly GlobalLabel[], key: string): GlobalLabel | undefined {
  return labels.find(({ shortcut }) => shortcut !== null && shortcut === key.toUpperCase())
}

/**
 * The labels a card shows: all of up to ten; of more the selected and predicted ones, filled up to ten in schema order. Their order is
 * always that of the schema.
 *
 * @param wanted - the selected and predicted ones, which are always shown
 * @param max - 0 shows only the wanted ones
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
