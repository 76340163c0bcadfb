import type { TaskSettingsBody, TaskSettingsInput } from '@postil/contract/task/settings'
import type { TaskDocument } from '../task-records/document'

/** Settings as stored: labels given as plain texts become objects; absent parts stay absent. */
export function normalizeSettings({ label_schema, vectors }: TaskSettingsInput): TaskSettingsBody {
  const labels = label_schema?.labels.map((label) => {
    if (typeof label === 'string') return { id: label, name: label }
    const { id, name, description } = label
    return typeof description === 'string' ? { id, name, description } : { id, name }
  })
  return { ...(labels && { label_schema: { labels } }), ...(vectors && { vectors }) }
}

/**
 * The label schema after a client sent a list of labels. Colours, and the labels that are retired, are not in older clients' lists: they stay,
 * but for retired labels that the list names again.
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

/** The first of some labels that a schema does not name, or undefined. Without a schema any label may be used; retired ones always may. */
export function findForeignLabel(settings: TaskSettingsBody | undefined, labels: Iterable<string>): string | undefined {
  const schema = settings?.label_schema
  if (!schema) return undefined
  const known = new Set([...schema.labels, ...(schema.retired ?? [])].map((label) => label.name))
  for (const label of labels) if (!known.has(label)) return label
  return undefined
}

/** Every label of a record's main prediction and annotation, whatever the score; none for text2text. */
export function labelsOf(document: TaskDocument): string[] {
  return [document.prediction, document.annotation].flatMap((content) => {
    if (!content) return []
    if ('labels' in content) return content.labels.map((label) => label.class_label)
    return 'entities' in content ? content.entities.map((entity) => entity.label) : []
  })
}
