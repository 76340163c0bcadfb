import type { Migration } from '../migration'

/** What counts of pending records are kept from, so that an answer does not make them count all completed or assigned records again. */
export const completedByAnswers: Migration = {
  name: '0035-completed-by-answers',
  statements: () => [
    'alter table given_answers add column completed bigint not null default 0',
    'alter table dataset_stats add column assigned_changes bigint not null default 0',
  ],
}
