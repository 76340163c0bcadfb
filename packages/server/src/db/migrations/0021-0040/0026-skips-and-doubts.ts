import type { Migration } from '../migration'

/** Skips: records that a user has put off. Doubts: notes of users about records that they are not sure of. */
export const skipsAndDoubts: Migration = {
  name: '0026-skips-and-doubts',
  statements: () => [
    `create table skips (
      dataset_id text not null, user_id text not null references users (id) on delete cascade,
      record_pk bigint not null references records (pk) on delete cascade,
      inserted_at bigint not null, primary key (dataset_id, user_id, record_pk))`,
    `create index skips_record on skips (record_pk)`,
    `create index skips_user on skips (user_id)`,
    `create table doubts (
      id text primary key, dataset_id text not null,
      record_pk bigint not null references records (pk) on delete cascade, record_id text not null,
      user_id text references users (id) on delete set null, note text not null,
      inserted_at bigint not null, updated_at bigint not null, reply text,
      resolved_at bigint, resolved_by text references users (id) on delete set null, seen_at bigint)`,
    `create unique index doubts_record on doubts (record_pk, user_id)`,
    `create index doubts_dataset on doubts (dataset_id, inserted_at)`,
    `create index doubts_user on doubts (user_id)`,
    `create index doubts_resolved_by on doubts (resolved_by)`,
  ],
}
