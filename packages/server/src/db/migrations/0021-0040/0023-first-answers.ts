import type { Migration } from '../migration'

/** The number of first answers that a user has given in a dataset since this table exists; it only grows. */
export const firstAnswers: Migration = {
  name: '0023-first-answers',
  statements: () => [
    `create table first_answers (
      dataset_id text not null,
      user_id text not null references users (id) on delete cascade,
      given bigint not null, primary key (dataset_id, user_id))`,
    'create index first_answers_user on first_answers (user_id)',
  ],
}
