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

/** The first of some labels that a schema does not name, or undefined. Without a schema any label may be used. */
export function findForeignLabel(settings: TaskSettingsBody | undefined, labels: Iterable<string>): string | undefined {
  const schema = settings?.label_schema
  if (!schema) return undefined
  const known = new Set(schema.labels.map((label) => label.name))
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
