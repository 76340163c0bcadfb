import { closedDataset } from '../../../wire/classic-errors'
import type { FoundTaskDataset } from './find-task-dataset'

/** Return the dataset if it is open. Throws 400 for a closed one, in which nothing can be read or changed (classic-api §3). */
export function assertOpen(dataset: FoundTaskDataset): FoundTaskDataset {
  if (dataset.closed !== 0) throw closedDataset(dataset.name)
  return dataset
}
