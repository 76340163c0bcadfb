import type { ExactJson } from '@postil/contract/shapes'
import type { Task } from '@postil/contract/task/constants'
import type { ColumnForm, TableColumn } from '../export/export-parts'
import { idText } from './read-exported'
import { type ClassicContent, type ClassicRecord, OBJECT_PARTS } from './record'

/** One column of a table of classic records. */
export interface ClassicExportColumn extends TableColumn {
  valueOf: (record: ClassicRecord) => ExactJson | undefined
}

/** A stored document, as the scan returns it, as the record that can be logged again. */
export function recordOfDocument(document: { [key: string]: unknown }, task: Task): ClassicRecord {
  const { metrics: _, last_updated: __, search_keywords: ___, text, ...rest } = document
  const kept = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
  const record: { [key: string]: unknown } = Object.fromEntries(kept)
  if (task !== 'TextClassification') record.text = text
  else
    for (const part of ['prediction', 'annotation', 'predictions', 'annotations']) {
      if (part in record) record[part] = withClasses(record[part])
    }
  return record as unknown as ClassicRecord
}

/** Stored labels are called `class_label`, logged ones `class`. */
function withClasses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withClasses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key === 'class_label' ? 'class' : key, withClasses(inner)]),
  )
}

/** One record as a line of JSON lines: its parts as in the API, and its task. */
export function classicLine(record: ClassicRecord, task: Task): ClassicRecord & { task: Task } {
  const { id, ...parts } = record
  return { id, task, ...parts }
}

/**
 * The columns of a table. Structured parts are JSON. `annotated_as` and `predicted_as` are plain columns for human readers, which an import
 * ignores.
 *
 * @param inputs - names of the inputs that get a column each; others go into the column `inputs`
 */
export function classicColumns(task: Task, inputs: readonly string[]): ClassicExportColumn[] {
  const part = (name: keyof ClassicRecord, form: ColumnForm): ClassicExportColumn => ({
    name,
    form,
    valueOf: (record) => record[name] as ExactJson | undefined,
  })
  return [
    { name: 'id', form: 'text', valueOf: ({ id }) => idText(id) },
    { name: 'task', form: 'text', valueOf: () => task },
    part('status', 'text'),
    ...(task === 'TextClassification' ? inputColumns(inputs) : [part('text', 'text')]),
    ...(task === 'TokenClassification' ? [part('tokens', 'json')] : []),
    ...(task === 'TextClassification' ? [part('multi_label', 'json')] : []),
    ...(task === 'TokenClassification'
      ? []
      : [decided('annotated_as', 'annotation'), decided('predicted_as', 'prediction')]),
    ...OBJECT_PARTS.filter((name) => name !== 'explanation' || task === 'TextClassification').map((name) =>
      part(name, 'json'),
    ),
    part('event_timestamp', 'text'),
  ]
}

function inputColumns(names: readonly string[]): ClassicExportColumn[] {
  const inputOf = ({ inputs }: ClassicRecord, name: string) =>
    inputs && Object.hasOwn(inputs, name) ? inputs[name] : undefined
  const known = new Set(names)
  return [
    ...names.map(
      (name): ClassicExportColumn => ({
        name: `inputs.${name}`,
        form: 'terms',
        valueOf: (record) => inputOf(record, name),
      }),
    ),
    {
      name: 'inputs',
      form: 'json',
      valueOf: ({ inputs }) => {
        const others = Object.entries(inputs ?? {}).filter(([name]) => !known.has(name))
        return others.length === 0 ? undefined : Object.fromEntries(others)
      },
    },
  ]
}

function decided(name: string, part: 'annotation' | 'prediction'): ClassicExportColumn {
  return {
    name,
    form: 'terms',
    valueOf: (record) => {
      const names = namesOf(record[part], record.multi_label === true)
      return record.multi_label === true ? names : names?.[0]
    },
  }
}

/** For several labels, those with a score above 0.5. */
function namesOf(content: ClassicContent | undefined, isMultiLabel: boolean): string[] | undefined {
  const labels = content?.labels?.filter(({ score }) => !isMultiLabel || score > 0.5).map((label) => label.class)
  return labels ?? content?.sentences?.map(({ text }) => text)
}
