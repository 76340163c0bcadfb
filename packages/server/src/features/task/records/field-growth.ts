import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { Prepared, TaskDocument } from '@postil/domain/task-records/document'
import { isProtected } from '@postil/domain/task-records/metadata'
import { metadataTypeOf, widenType } from '@postil/domain/task-records/metadata-type'
import type { TaskFieldType } from '../../../db/task-tables'
import { type BulkFailure, badRequest, bulkData, metadataLimit } from '../../../wire/classic-errors'

type Fields = ReadonlyMap<string, TaskFieldType>

const METADATA = 'metadata.'

/**
 * The searchable paths that a batch adds to a dataset: new ones, and metadata keys whose type is widened. Throws for too many metadata keys
 * and for values that do not match their key's type (classic-api §5.4).
 */
export function growFields(
  dataset: string,
  known: Fields,
  records: readonly Pick<Prepared, 'key' | 'document'>[],
): Map<string, TaskFieldType> {
  const grown = new Map<string, TaskFieldType>()
  const failures: BulkFailure[] = []
  const keys = new Set<string>()
  for (const { key: record, document } of records) {
    for (const [key, value] of Object.entries(document.metadata ?? {})) {
      if (isProtected(key)) continue
      keys.add(key)
      const name = METADATA + key
      const before = grown.get(name) ?? known.get(name)
      const after = before && before !== 'text' ? widenType(before, value) : metadataTypeOf(value)
      if (before && !after) failures.push(mismatch(record, name, before))
      else if (after && after !== before) grown.set(name, after)
    }
  }
  assertFewKeys(known, keys)
  if (failures.length > 0) throw bulkData(dataset, failures)
  for (const { document } of records)
    for (const [name, type] of contentPaths(document)) if (!known.has(name)) grown.set(name, type)
  return grown
}

function mismatch(record: string, name: string, type: string): BulkFailure {
  const reason = `failed to parse field [${name}] of type [${type}] in record [${record}]`
  return { reason, caused_by: { type: 'mapper_parsing_exception', reason } }
}

function assertFewKeys(known: Fields, keys: ReadonlySet<string>): void {
  const limit = TASK_LIMITS.metadataKeys
  if (keys.size > limit) throw metadataLimit(keys.size, limit)
  const together = new Set(keys)
  for (const name of known.keys()) if (name.startsWith(METADATA)) together.add(name.slice(METADATA.length))
  if (keys.size > 0 && together.size > limit) throw metadataLimit(together.size, limit)
}

/** The paths of a record's inputs and of each agent's predictions and annotations. */
function* contentPaths(document: TaskDocument): Generator<[string, TaskFieldType]> {
  if ('inputs' in document) for (const name of Object.keys(document.inputs)) yield [`inputs.${name}`, 'text']
  for (const part of ['predictions', 'annotations'] as const) {
    for (const [agent, content] of Object.entries(document[part] ?? {})) {
      const base = `${part}.${agent}`
      if ('labels' in content) {
        yield [`${base}.labels.class_label`, 'keyword']
        yield [`${base}.labels.score`, 'float']
      } else if ('sentences' in content) {
        yield [`${base}.sentences.text`, 'keyword']
        yield [`${base}.sentences.score`, 'float']
      } else {
        yield [`${base}.entities.label`, 'keyword']
        for (const offset of ['start', 'end']) yield [`${base}.entities.${offset}`, 'long']
        yield [`${base}.entities.score`, 'float']
        if (content.score !== undefined) yield [`${base}.score`, 'float']
      }
    }
  }
}

/**
 * The vectors that a batch adds to a dataset, with their dimensions. Throws for too many names, and when the dimensions of a name differ
 * (classic-api §5.5).
 */
export function growVectors(known: ReadonlyMap<string, number>, records: readonly Prepared[]): Map<string, number> {
  const grown = new Map<string, number>()
  for (const { key, vectors } of records) {
    for (const [name, { value }] of Object.entries(vectors)) {
      const dimensions = grown.get(name) ?? known.get(name)
      if (value.length === 0) throw badRequest(`The vector ${name} of record ${key} is empty`)
      if (dimensions === undefined) grown.set(name, value.length)
      else if (dimensions !== value.length)
        throw badRequest(`The vector ${name} of record ${key} has ${value.length} dimensions instead of ${dimensions}`)
    }
  }
  if (grown.size > 0 && new Set([...known.keys(), ...grown.keys()]).size > TASK_LIMITS.vectorNames)
    throw badRequest(`Cannot create more than ${TASK_LIMITS.vectorNames} kind of vectors per dataset`)
  return grown
}
