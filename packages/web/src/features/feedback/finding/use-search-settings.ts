import type { Field } from '@postil/contract/feedback/settings/fields'
import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fieldsQuery, metadataQuery, questionsQuery, vectorsQuery } from '../../../api/feedback/queries.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { Conditions, RecordFilter, RecordSort } from '../../../find/query.ts'
import { t } from '../../../i18n/index.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { AnnotationUrl } from '../url/annotation-url.ts'

/** The settings of a dataset that search, filters and sort depend on; undefined while they load. */
export interface SearchSettings {
  fields: readonly Field[] | undefined
  questions: readonly Question[] | undefined
  properties: readonly MetadataProperty[] | undefined
  vectors: readonly VectorsSettings[] | undefined
}

/**
 * Fetch the settings in parallel with the records. Parts that fail count as empty (spec section 8: failing metrics
 * hide only themselves).
 */
export function useSearchSettings(datasetId: string): SearchSettings {
  const fields = useQuery({ ...fieldsQuery(datasetId), meta: SILENT })
  const questions = useQuery({ ...questionsQuery(datasetId), meta: SILENT })
  const properties = useQuery({ ...metadataQuery(datasetId), meta: SILENT })
  const vectors = useQuery({ ...vectorsQuery(datasetId), meta: SILENT })
  return {
    fields: fields.data,
    questions: questions.data,
    properties: properties.isError ? [] : properties.data,
    vectors: vectors.isError ? [] : vectors.data,
  }
}

interface KnownConditions {
  url: AnnotationUrl
  settings: SearchSettings
  onChange: (change: Partial<AnnotationUrl>, how?: { replace: boolean }) => void
}

/**
 * A link may name parts that the dataset no longer has, or that belong to another dataset: remove such conditions,
 * with a toast that names them.
 */
export function useKnownConditions({ url, settings, onChange }: KnownConditions): void {
  const found = unknownConditions(url, settings)
  const parts = found?.names.join(', ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names determine the change
  useEffect(() => {
    if (!found || !parts) return
    toasts.notify({ type: 'warning', message: t('search.dropped', { parts }) })
    // Replaced: the back button would lead to the link again, and from there back here. A linked record stays.
    onChange({ ...url, ...found.change, page: 1 }, { replace: true })
  }, [parts])
}

/** Conditions that the dataset does not support: their names, and the change that removes them. */
interface UnknownConditions {
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
