import type { TaskSettingsBody, TaskSettingsInput } from '@postil/contract/task/settings'
import type { TaskDocument } from '../task-records/document'

/** Bring settings into the form in which they are stored: labels given as strings become objects; absent parts stay absent. */
export function normalizeSettings({ label_schema, vectors }: TaskSettingsInput): TaskSettingsBody {
  const labels = label_schema?.labels.map((label) => {
    if (typeof label === 'string') return { id: label, name: label }
    const { id, name, description } = label
    return typeof description === 'string' ? { id, name, description } : { id, name }
  })
  return { ...(labels && { label_schema: { labels } }), ...(vectors && { vectors }) }
}

/**
 * The settings to store after a client sent a list of labels. Older clients omit colours and retired labels from the list, so these are
 * kept from the stored schema, except retired labels that the list contains again.
 */
export function keepLabelParts(before: TaskSettingsBody | undefined, given: TaskSettingsBody): TaskSettingsBody {
  const stored = before?.label_schema
  if (!stored || !given.label_schema) return given
  const { labels } = given.label_schema
  const colors = new Map(stored.labels.map(({ name, color }) => [name, color]))
  const names = new Set(labels.map(({ name }) => name))
  const retired = (stored.retired ?? []).filter(({ name }) => !names.has(name))
  const colored = labels.map((label) => {
    const color = colors.get(label.name)
    return color === undefined ? label : { ...label, color }
  })
  return { ...given, label_schema: { labels: colored, ...(retired.length > 0 && { retired }) } }
}

/** The first label that is not in the label schema, or undefined. Retired labels are allowed; without a schema all labels are. */
export function findForeignLabel(settings: TaskSettingsBody | undefined, labels: Iterable<string>): string | undefined {
  const schema = settings?.label_schema
  if (!schema) return undefined
  const known = new Set([...schema.labels, ...(schema.retired ?? [])].map((label) => label.name))
  for (const label of labels) if (!known.has(label)) return label
  return undefined
}

/** All labels of a record's main prediction and annotation, with any score; none for text2text. */
export function labelsOf(document: TaskDocument): string[] {
  return [document.prediction, document.annotation].flatMap((content) => {
    if (!content) return []
    if ('labels' in content) return content.labels.map((label) => label.class_label)
    return 'entities' in content ? content.entities.map((entity) => entity.label) : []
  })
}
