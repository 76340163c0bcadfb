import type { Dataset, Queue } from '@postil/contract/feedback/datasets'
import { wireTime } from '../../../db/clock'
import type { DatasetTable } from '../../../db/tables'
import type { DatasetRow } from './datasets.store'

/** A dataset in replies (feedback-api §2, §11.3). */
export function datasetToWire(row: DatasetRow): Dataset {
  return {
    id: row.id,
    name: row.name,
    guidelines: row.guidelines,
    allow_extra_metadata: row.allow_extra_metadata === 1,
    distribution: { strategy: 'overlap', min_submitted: row.min_submitted },
    status: row.status,
    workspace_id: row.workspace_id,
    last_activity_at: wireTime(row.last_activity_at),
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** The queue settings of a dataset in replies. */
export function queueToWire(row: DatasetTable): Queue {
  const { queue_order: order, min_submitted, hand_out, others_answers, gold_percent } = row
  return { order, min_submitted, hand_out, others_answers, gold_percent }
}
