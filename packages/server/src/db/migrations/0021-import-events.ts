import type { Migration } from './migration'

/** The history of a record looks for the call that added it. */
export const importEvents: Migration = {
  name: '0021-import-events',
  statements: () => [
    `create index events_imports on events (dataset_id, at) where kind in ('records.create', 'records.upsert')`,
  ],
}
