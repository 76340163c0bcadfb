import { closedDataset } from '../../../wire/classic-errors'
import type { FoundTaskDataset } from './find-task-dataset'

/** The same dataset, open. Throws 400 when it is closed: nothing in it can be read or changed then (classic-api §3). */
export function assertOpen(dataset: FoundTaskDataset): FoundTaskDataset {
  if (dataset.closed !== 0) throw closedDataset(dataset.name)
  return dataset
}
