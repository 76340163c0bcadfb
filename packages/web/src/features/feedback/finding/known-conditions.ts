import type { Conditions, RecordFilter, RecordSort } from '../../../find/query.ts'
import type { SearchSettings } from './use-search-settings.ts'

/** Conditions that the dataset does not support: their names, and the change that removes them. */
export interface UnknownConditions {
  names: readonly string[]
  change: Partial<Conditions>
}

/**
 * Find conditions about fields, properties, questions or vectors that the dataset does not have. The server would
 * refuse the whole search because of one of them. Undefined when all are known, or while the settings load.
 */
export function unknownConditions(conditions: Conditions, settings: SearchSettings): UnknownConditions | undefined {
  const { text, filters, sort, similarity } = conditions
  const { fields, properties, questions, vectors } = settings
  const has = (list: readonly { name: string }[] | undefined, name: string) =>
    list === undefined || list.some((one) => one.name === name)
  const isKnown = ({ scope, name }: RecordFilter | RecordSort) =>
    scope === 'record' || has(scope === 'metadata' ? properties : questions, name)

  const names: string[] = []
  const change: { -readonly [Key in keyof Conditions]?: Conditions[Key] } = {}
  if (text?.field !== undefined && !has(fields, text.field)) {
    names.push(text.field)
    change.text = { q: text.q }
  }
  const badFilters = filters.filter((filter) => !isKnown(filter))
  if (badFilters.length > 0) {
    names.push(...badFilters.map(({ name }) => name))
    change.filters = filters.filter(isKnown)
  }
  const badSort = sort.filter((key) => !isKnown(key))
  if (badSort.length > 0) {
    names.push(...badSort.map(({ name }) => name))
    change.sort = sort.filter(isKnown)
  }
  if (similarity && !has(vectors, similarity.vector)) {
    names.push(similarity.vector)
    change.similarity = undefined
  }
  return names.length > 0 ? { names: [...new Set(names)], change } : undefined
}
