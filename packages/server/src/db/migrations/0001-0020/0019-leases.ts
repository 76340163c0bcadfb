import type { Migration } from '../migration'

/** Leases: the record that a user has open, one for each user and dataset. */
export const leases: Migration = {
  name: '0019-leases',
  statements: () => [
    `create table leases (
      dataset_id text not null, user_id text not null references users (id) on delete cascade,
      record_pk bigint not null references records (pk) on delete cascade,
      expires_at bigint not null, primary key (dataset_id, user_id))`,
    `create index leases_record on leases (record_pk)`,
    `create index leases_user on leases (user_id)`,
  ],
}
