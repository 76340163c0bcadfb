import type { Migration } from '../migration'

/** Indexes by which the history of a classic record finds its changes, and the call that logged it first. */
export const classicHistory: Migration = {
  name: '0039-classic-history',
  statements: () => [
    `create index events_task_records on events (dataset_id, record_id, seq)
      where kind in ('task_record.update', 'task_record.relabel', 'task_record.predict', 'task_record.restore')`,
    `create index events_task_imports on events (dataset_id, at) where kind = 'task_records.log'`,
  ],
}
