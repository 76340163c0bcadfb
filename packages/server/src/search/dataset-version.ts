import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'

/** How far a dataset has changed: what was read under a version stays true as long as the version does. */
export interface DatasetVersion {
  records: number
  /** Grows with every change of its records and responses. */
  changes: number
  /** Grows when records are added or deleted, when one may be pending again for somebody, and with answers that are not counted one by one. */
  reopened: number
}

const selectVersion = prepared((db: Db, { datasetId }: { datasetId: string }) =>
  db.selectFrom('dataset_stats').select(['records', 'changes', 'reopened']).where('dataset_id', '=', datasetId),
)

export async function readDatasetVersion(db: Db, datasetId: string): Promise<DatasetVersion> {
  const [row] = (await selectVersion(db, { datasetId })).rows
  return {
    records: Number(row?.records ?? 0),
    changes: Number(row?.changes ?? 0),
    reopened: Number(row?.reopened ?? 0),
  }
}
