import type { Migration } from '../migration'

/**
 * The number of responses of each record by status, updated with every change of its responses: completed records are then found without
 * counting. On PostgreSQL the foreign key is added after the rows, which checks them all at once and takes far less time.
 */
export const responseCounts: Migration = {
  name: '0015-response-counts',
  statements: (_, kind) => [
    `create table response_counts (
      record_pk ${kind === 'sqlite' ? 'integer primary key references records (pk) on delete cascade' : 'bigint primary key'},
      dataset_id text not null, submitted integer not null, discarded integer not null)`,
    `insert into response_counts (record_pk, dataset_id, submitted, discarded)
      select record_pk, dataset_id, count(case when status = 'submitted' then 1 end), count(case when status = 'discarded' then 1 end)
      from responses group by record_pk, dataset_id`,
    ...(kind === 'sqlite'
      ? []
      : [`alter table response_counts add foreign key (record_pk) references records (pk) on delete cascade`]),
    `create index response_counts_dataset on response_counts (dataset_id, submitted, discarded, record_pk)`,
  ],
}
