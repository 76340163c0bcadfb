import type { Field } from '@postil/contract/feedback/settings/fields'
import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import { fieldsQuery, metadataQuery, questionsQuery, vectorsQuery } from '../../../api/feedback/queries.ts'
import { SILENT } from '../../../api/query-client.ts'

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
