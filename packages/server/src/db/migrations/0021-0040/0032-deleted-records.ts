import type { Migration } from '../migration'

/** The time of each deletion of a record belongs to its index: a page of past answers passes over those from before its moment. */
export const deletedRecords: Migration = {
  name: '0032-deleted-records',
  statements: () => [
    `drop index events_deleted`,
    `create index events_deleted on events (dataset_id, subject_id, at) where kind = 'record.delete'`,
  ],
}
