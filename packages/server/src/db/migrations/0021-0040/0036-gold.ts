import type { Migration } from '../migration'

/** The percentage of gold records in each user's queue. Which records are gold is in `response_counts`. */
export const gold: Migration = {
  name: '0036-gold',
  statements: () => ['alter table datasets add column gold_percent integer not null default 0'],
}
