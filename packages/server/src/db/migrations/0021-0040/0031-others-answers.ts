import type { Migration } from '../migration'

/** Whether annotators see the answers of others to a record after answering it; until now they never did. */
export const othersAnswers: Migration = {
  name: '0031-others-answers',
  statements: () => [`alter table datasets add column others_answers text not null default 'never'`],
}
