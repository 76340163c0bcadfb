import type { Migration } from '../migration'

/** Version numbers of a dataset's records and responses, by which a cached queue is known to be still valid. */
export const datasetVersions: Migration = {
  name: '0022-dataset-versions',
  statements: () => [
    'alter table dataset_stats add column changes bigint not null default 0',
    'alter table dataset_stats add column reopened bigint not null default 0',
  ],
}
