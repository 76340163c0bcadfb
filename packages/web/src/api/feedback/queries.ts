import { queryKeys } from '../keys.ts'
import { fetchDataset } from './datasets.ts'
import { fetchFields } from './fields.ts'
import { fetchMetadataProperties } from './metadata.ts'
import { fetchQuestions } from './questions.ts'
import { fetchQueue } from './queue.ts'
import { fetchVectorsSettings } from './vectors.ts'

// What several pages fetch about a dataset, each with its key in the query cache.

/** The dataset itself. */
export const datasetQuery = (datasetId: string) => ({
  queryKey: queryKeys.dataset(datasetId),
  queryFn: () => fetchDataset(datasetId),
})

/** Its fields, in their order. */
export const fieldsQuery = (datasetId: string) => ({
  queryKey: queryKeys.fields(datasetId),
  queryFn: () => fetchFields(datasetId),
})

/** Its questions, in their order. */
export const questionsQuery = (datasetId: string) => ({
  queryKey: queryKeys.questions(datasetId),
  queryFn: () => fetchQuestions(datasetId),
})

/** The metadata properties that the user may see. */
export const metadataQuery = (datasetId: string) => ({
  queryKey: queryKeys.metadata(datasetId),
  queryFn: () => fetchMetadataProperties(datasetId),
})

/** Its vectors. */
export const vectorsQuery = (datasetId: string) => ({
  queryKey: queryKeys.vectors(datasetId),
  queryFn: () => fetchVectorsSettings(datasetId),
})

/** How its records are handed out. */
export const queueQuery = (datasetId: string) => ({
  queryKey: queryKeys.queue(datasetId),
  queryFn: () => fetchQueue(datasetId),
})
