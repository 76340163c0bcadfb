import type { Migration } from '../migration'

/**
 * The effect of each user's first answers on a dataset, in a row per user: a single row would be updated by every answer, and each answer
 * would wait for the commit of the one before. Rows are kept when their user is deleted, so that the sum over a dataset only grows.
 */
export const givenAnswers: Migration = {
  name: '0025-given-answers',
  statements: () => [
    `create table given_answers (
      dataset_id text not null, user_id text not null, given bigint not null, last_at bigint not null, primary key (dataset_id, user_id))`,
    'insert into given_answers select dataset_id, user_id, given, 0 from first_answers',
    'drop table first_answers',
  ],
}
