import type { Migration } from '../migration'

/**
 * How many responses of which status each record has, kept with every change of its responses: what is completed is then read, not counted.
 * One statement fills it. PostgreSQL checks the foreign key once for all rows when it is added after them, which takes far less time.
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
