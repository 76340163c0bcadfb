import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'

/** The version of a dataset's contents: data read at one version is valid as long as the version stays the same. */
export interface DatasetVersion {
  records: number
  /** Increases with every change of the dataset's records and responses. */
  changes: number
  /**
   * Increases when records are added or deleted, when a record may have become pending again for some user, and with answers that are not
   * counted one by one.
   */
  reopened: number
  /** Increases when records are assigned to people, or taken back. */
  assignedChanges: number
}

const selectVersion = prepared((db: Db, { datasetId }: { datasetId: string }) =>
  db
    .selectFrom('dataset_stats as d')
    .select(['d.records', 'd.reopened', 'd.assigned_changes', changesOf('d').as('changes')])
    .where('d.dataset_id', '=', datasetId),
)

export async function readDatasetVersion(db: Db, datasetId: string): Promise<DatasetVersion> {
  const [row] = (await selectVersion(db, { datasetId })).rows
  return {
    records: row?.records ?? 0,
    changes: row?.changes ?? 0,
    reopened: row?.reopened ?? 0,
    assignedChanges: row?.assigned_changes ?? 0,
  }
}

const selectReopened = prepared((db: Db, { datasetId }: { datasetId: string }) =>
  db.selectFrom('dataset_stats').select('reopened').where('dataset_id', '=', datasetId),
)

/** The part of the version that tells whether a record may have come back to a queue. */
export async function readReopened(db: Db, datasetId: string): Promise<number> {
  const [row] = (await selectReopened(db, { datasetId })).rows
  return row?.reopened ?? 0
}

/**
 * How often the records and responses of a dataset have changed. First answers are counted for each user, all else for the dataset.
 *
 * @param stats - what `dataset_stats` is called in the query
 */
export function changesOf(stats: string): RawBuilder<number> {
  const id = sql.ref(`${stats}.dataset_id`)
  const answers = sql`select cast(sum(given) as bigint) from given_answers where dataset_id = ${id}`
  return sql`${sql.ref(`${stats}.changes`)} + coalesce((${answers}), 0)`
}

/** The time of the last activity in a dataset (µs). @param stats - what `dataset_stats` is called in the query */
export function lastActivityOf(stats: string): RawBuilder<number> {
  const [id, at] = [sql.ref(`${stats}.dataset_id`), sql.ref(`${stats}.last_activity_at`)]
  const times = sql`select ${at} as at union all select last_at from given_answers where dataset_id = ${id}`
  return sql`(select max(at) from (${times}) as activity)`
}
