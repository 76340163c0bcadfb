import type { JobDefinitions } from '../jobs/job'
import { purgeDataset, purgeVectors } from './feedback/datasets/purge.service'

/** How each kind of job is done. */
export const jobDefinitions: JobDefinitions = {
  purge_dataset: purgeDataset,
  purge_vectors: purgeVectors,
}
