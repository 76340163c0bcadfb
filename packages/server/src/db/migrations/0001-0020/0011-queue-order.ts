import type { Migration } from '../migration'

/** The order in which annotators get the records of a dataset. Existing datasets keep theirs: a different order for each annotator. */
export const queueOrder: Migration = {
  name: '0011-queue-order',
  statements: () => [`alter table datasets add column queue_order text not null default 'mixed'`],
}
