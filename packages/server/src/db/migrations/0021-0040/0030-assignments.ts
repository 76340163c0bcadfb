import type { Migration } from '../migration'

/** Records that are for certain people. Users have no foreign key: what a deleted user has answered stays assigned, so that nobody else gets it. */
export const assignments: Migration = {
  name: '0030-assignments',
  statements: () => [
    `create table assignments (
      dataset_id text not null,
      record_pk bigint not null references records (pk) on delete cascade,
      user_id text not null,
      assigned_by text not null,
      inserted_at bigint not null, primary key (record_pk, user_id))`,
    'create index assignments_user on assignments (user_id, dataset_id, record_pk)',
    'create index assignments_dataset on assignments (dataset_id, record_pk)',
    'alter table datasets add column has_assignments integer not null default 0',
  ],
}
