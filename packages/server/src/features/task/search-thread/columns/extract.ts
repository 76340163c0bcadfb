import { classesOf } from '@postil/domain/labels/classes'
import { labelsOf } from '@postil/domain/labels/label-schema'
import type { FieldKind } from '@postil/domain/search/index'
import type {
  Derived,
  EntitiesContent,
  LabelsContent,
  Mention,
  RecordMetrics,
  TaskDocument,
} from '@postil/domain/task-records/document'
import { isProtected } from '@postil/domain/task-records/metadata'
import { metadataNumber, parseMetadataDate } from '@postil/domain/task-records/metadata-type'

/** A stored record with its texts parsed. */
export interface ParsedRow {
  key: string
  document: TaskDocument
  derived: Derived & { vectors?: string[] }
  metrics: RecordMetrics
}

/** Fields for metrics only. Queries cannot name them, since no path begins with `@`. */
export const INTERNAL = {
  /** All labels of the stored prediction and annotation. */
  labels: '@labels',
  /** True for records with both a prediction and an annotation. */
  both: '@both',
  firstActual: '@first.annotation',
  firstPredicted: '@first.prediction',
  manyActual: '@many.annotation',
  manyPredicted: '@many.prediction',
  entitiesActual: '@entities.annotation',
  entitiesPredicted: '@entities.prediction',
  mentionsActual: '@mentions.annotated',
  mentionsPredicted: '@mentions.predicted',
} as const

/** Reads the values of one field of a record, whatever its kind. */
export type Reader = (row: ParsedRow) => unknown[]

/** The reader of a field. A hundred fields of each record may be read, so the name is split here and not for each record. */
export function readerOf(source: string): Reader {
  if (source.startsWith('@')) return (row) => readInternal(source, row)
  if (source.endsWith('.wordcloud')) return readerOf(source.slice(0, -'.wordcloud'.length))
  switch (source) {
    case 'id':
      return ({ key }) => [key]
    case 'predicted_as':
    case 'annotated_as':
    case 'predicted_by':
    case 'annotated_by':
    case 'score':
      return ({ derived }) => derived[source]
    case 'predicted':
      return ({ derived: { predicted } }) => (predicted === undefined ? [] : [predicted])
  }
  const [first = '', ...rest] = source.split('.')
  const path = rest.join('.')
  switch (first) {
    case 'metrics':
      return ({ metrics }) => readPath(metrics, path)
    case 'vectors': {
      const name = path.replace(/\.value$/, '')
      return ({ derived }) => (derived.vectors?.includes(name) ? [true] : [])
    }
    case 'metadata':
      return isProtected(path) ? () => [] : ({ document }) => leaves(own(document.metadata, path))
    case 'inputs':
      return ({ document }) => ('inputs' in document ? leaves(own(document.inputs, path)) : [])
    case 'text':
    case 'tokens':
    case 'status':
    case 'multi_label':
    case 'event_timestamp':
    case 'last_updated':
      return ({ document }) => leaves(own(document, source))
    case 'predictions':
    case 'annotations':
      return ({ document }) => readPath(document[first], path)
    default:
      return () => []
  }
}

const WRITTEN = new Set(['string', 'number', 'bigint', 'boolean'])

/** Convert values to texts, for fields of words and keywords. */
export function asTexts(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (WRITTEN.has(typeof value) ? [String(value)] : []))
}

/** Convert values to numbers, for fields of these kinds. */
export function asNumbers(values: readonly unknown[], kind: FieldKind): number[] {
  return values.flatMap((value) => {
    if (kind === 'boolean') return [value === true || value === 'true' ? 1 : 0]
    if (kind === 'date' && typeof value === 'string') return parseMetadataDate(value) ?? []
    return metadataNumber(value) ?? []
  })
}

function readInternal(source: string, { document, metrics }: ParsedRow): unknown[] {
  const { prediction, annotation } = document
  switch (source) {
    case INTERNAL.labels:
      return [...new Set(labelsOf(document))]
    case INTERNAL.both:
      return prediction && annotation ? [true] : []
    case INTERNAL.firstActual:
      return classes(annotation, false)
    case INTERNAL.firstPredicted:
      return classes(prediction, false)
    case INTERNAL.manyActual:
      return classes(annotation, true)
    case INTERNAL.manyPredicted:
      return classes(prediction, true)
    case INTERNAL.entitiesActual:
      return entities(annotation)
    case INTERNAL.entitiesPredicted:
      return entities(prediction)
    case INTERNAL.mentionsActual:
      return (metrics.annotated?.mentions ?? []).map(packMention)
    case INTERNAL.mentionsPredicted:
      return (metrics.predicted?.mentions ?? []).map(packMention)
    default:
      return []
  }
}

type Content = LabelsContent | EntitiesContent | object | undefined

function classes(content: Content, many: boolean): string[] {
  return content && 'labels' in content ? classesOf(content.labels, many) : []
}

/** Each entity as one text, which ends with its label. */
function entities(content: Content): string[] {
  return content && 'entities' in content
    ? content.entities.map((entity) => `${entity.start}:${entity.end}:${entity.label}`)
    : []
}

export function labelOfEntity(packed: string): string {
  return packed.slice(packed.indexOf(':', packed.indexOf(':') + 1) + 1)
}

/** A mention as one text that begins with the length of its label, so that it can be split again. */
function packMention({ label, value }: Mention): string {
  return `${label.length}:${label}${value}`
}

export function unpackMention(packed: string): { label: string; value: string } {
  const colon = packed.indexOf(':')
  const end = colon + 1 + Number(packed.slice(0, colon))
  return { label: packed.slice(colon + 1, end), value: packed.slice(end) }
}

function own(object: object | undefined, key: string): unknown {
  return object && Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined
}

/** Follow a dotted path. Keys may contain dots themselves, and lists are searched item by item. */
function readPath(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => readPath(item, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    if (key === path) return leaves(item)
    return path.startsWith(`${key}.`) ? readPath(item, path.slice(key.length + 1)) : []
  })
}

function leaves(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(leaves)
  return typeof value === 'object' ? [] : [value]
}
