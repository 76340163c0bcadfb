import type { Migration } from '../migration'

/** In which order a dataset hands its records to each annotator; until now always in an order of their own. */
export const queueOrder: Migration = {
  name: '0011-queue-order',
  statements: () => [`alter table datasets add column queue_order text not null default 'mixed'`],
}
