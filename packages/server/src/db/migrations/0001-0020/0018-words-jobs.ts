import type { Migration } from '../migration'

const NEW_ID = {
  sqlite: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  postgres: 'gen_random_uuid()::text',
} as const

/** Missing parts of the word index become jobs, like all other work in the background. */
export const wordsJobs: Migration = {
  name: '0018-words-jobs',
  statements: (_, kind) => [
    `insert into jobs (id, kind, subject, data, state, done, failures, is_due_again, is_cancel_requested, due_at, inserted_at)
      select ${NEW_ID[kind]}, 'index_words', 'backlog ' || id, '{"after":' || after_pk || ',"last":' || last_pk || '}',
        'waiting', 0, 0, 0, 0, 0, 0 from text_backlog`,
    `drop table text_backlog`,
  ],
}
