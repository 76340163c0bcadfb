import type { Task } from '@postil/contract/task/constants'
import { type FieldDeclaration, type FieldKind, makeSchema, type SearchSchema } from '@postil/domain/search/index'
import type { TaskFieldType } from '../../../db/task-tables'

/** What the search fields of a dataset depend on. */
export interface DatasetFields {
  task: Task
  /** Searchable paths found in records, with their types. */
  fields: ReadonlyMap<string, TaskFieldType>
  vectors: Iterable<string>
}

const KINDS: Record<TaskFieldType, FieldKind | undefined> = {
  text: 'std',
  keyword: 'kw',
  long: 'number',
  float: 'number',
  boolean: 'boolean',
  date: 'date',
  // Lists of objects are stored, but not searchable.
  nested: undefined,
}

/** All fields that queries on a dataset may name (classic-api §7.1); the default is `text`. */
export function taskSchema({ task, fields, vectors }: DatasetFields): SearchSchema {
  const found = [...fields].flatMap(([name, type]): FieldDeclaration[] => {
    const kind = KINDS[type]
    return kind ? [{ name, kind }, ...(kind === 'std' ? [wordCloud(name)] : [])] : []
  })
  const presences = [...vectors].map((name): FieldDeclaration => ({ name: `vectors.${name}.value`, kind: 'presence' }))
  return makeSchema([...COMMON, ...labels(task), ...OWN[task], ...found, ...presences], ['text'])
}

function wordCloud(name: string): FieldDeclaration {
  return { name: `${name}.wordcloud`, kind: 'std', plain: true }
}

const COMMON: FieldDeclaration[] = [
  { name: 'text', kind: 'std' },
  wordCloud('text'),
  { name: 'id', kind: 'kw', plain: true },
  { name: 'status', kind: 'kw', plain: true },
  { name: 'predicted_by', kind: 'kw' },
  { name: 'annotated_by', kind: 'kw' },
  { name: 'score', kind: 'number' },
  { name: 'confidence', kind: 'number', source: 'score' },
  { name: 'event_timestamp', kind: 'date' },
  { name: 'last_updated', kind: 'date' },
  { name: 'metrics.text_length', kind: 'number' },
]

const CLASSES: FieldDeclaration[] = [{ name: 'predicted', kind: 'kw', plain: true }]

const mentions = (side: 'predicted' | 'annotated'): FieldDeclaration[] => [
  { name: `metrics.${side}.mentions.value`, kind: 'kw' },
  { name: `metrics.${side}.mentions.label`, kind: 'kw' },
  { name: `metrics.${side}.mentions.score`, kind: 'number' },
  { name: `metrics.${side}.mentions.capitalness`, kind: 'kw' },
]

const OWN: Record<Task, FieldDeclaration[]> = {
  TextClassification: [...CLASSES, { name: 'multi_label', kind: 'boolean' }],
  TokenClassification: [
    ...CLASSES,
    { name: 'tokens', kind: 'kw', plain: true },
    { name: 'metrics.tokens.value', kind: 'kw' },
    { name: 'metrics.tokens.capitalness', kind: 'kw' },
    ...mentions('predicted'),
    ...mentions('annotated'),
  ],
  Text2Text: [],
}

/** For text2text, sentences are searchable as whole values only. */
function labels(task: Task): FieldDeclaration[] {
  return ['predicted_as', 'annotated_as'].map((name) => ({ name, kind: 'kw', plain: task === 'Text2Text' }))
}
