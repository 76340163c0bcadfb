import type { Field } from '@postil/contract/feedback/settings/fields'
import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { useQuery } from '@tanstack/react-query'
import { fetchFields } from '../../../api/feedback/fields.ts'
import { fetchMetadataProperties } from '../../../api/feedback/metadata.ts'
import { fetchQuestions } from '../../../api/feedback/questions.ts'
import { fetchVectorsSettings } from '../../../api/feedback/vectors.ts'
import { queryKeys } from '../../../api/keys.ts'
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
  const fields = useQuery({
    queryKey: queryKeys.fields(datasetId),
    queryFn: () => fetchFields(datasetId),
    meta: SILENT,
  })
  const questions = useQuery({
    queryKey: queryKeys.questions(datasetId),
    queryFn: () => fetchQuestions(datasetId),
    meta: SILENT,
  })
  const properties = useQuery({
    queryKey: queryKeys.metadata(datasetId),
    queryFn: () => fetchMetadataProperties(datasetId),
    meta: SILENT,
  })
  const vectors = useQuery({
    queryKey: queryKeys.vectors(datasetId),
    queryFn: () => fetchVectorsSettings(datasetId),
    meta: SILENT,
  })
  return {
    fields: fields.data,
    questions: questions.data,
    properties: properties.isError ? [] : properties.data,
    vectors: vectors.isError ? [] : vectors.data,
  }
}
