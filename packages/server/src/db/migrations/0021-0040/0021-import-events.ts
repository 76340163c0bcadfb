import type { Migration } from '../migration'

/** An index by which the history of a record finds the import that added it. */
export const importEvents: Migration = {
  name: '0021-import-events',
  statements: () => [
    `create index events_imports on events (dataset_id, at) where kind in ('records.create', 'records.upsert')`,
  ],
}
