import type { Migration } from '../migration'

/** Deleted records are found by their dataset and time, to be listed and restored. */
export const deletions: Migration = {
  name: '0038-deletions',
  statements: () => [
    `create index events_deletions on events (dataset_id, at)
      where kind in ('record.delete', 'record.restore', 'task_records.delete', 'task_records.restore')`,
  ],
}
