import type { Migration } from '../migration'

/** Decisions on records that people answered differently. */
export const resolutions: Migration = {
  name: '0012-resolutions',
  statements: () => [
    `create table resolutions (
      dataset_id text not null, record_pk bigint not null references records (pk) on delete cascade, record_id text not null,
      question_id text not null, value text not null, user_id text references users (id) on delete set null,
      inserted_at bigint not null, updated_at bigint not null, primary key (record_pk, question_id))`,
    `create index resolutions_user on resolutions (user_id)`,
  ],
}
