import type { Migration } from '../migration'

/** A user may lease several records of a dataset. Leases last minutes and open pages renew them, so the table begins empty. */
export const leasesOfPages: Migration = {
  name: '0034-leases-of-pages',
  statements: () => [
    'drop table leases',
    `create table leases (
      dataset_id text not null, user_id text not null references users (id) on delete cascade,
      record_pk bigint not null references records (pk) on delete cascade,
      expires_at bigint not null, primary key (user_id, dataset_id, record_pk))`,
    'create index leases_record on leases (record_pk)',
    'create index leases_open on leases (dataset_id, expires_at)',
  ],
}
