import type { Migration } from '../migration'

/** Tombstones of classic records are not kept for ever: each dataset stores the version up to which they were removed. */
export const forgetDeletions: Migration = {
  name: '0004-forget-deletions',
  statements: () => [`alter table task_datasets add column deletions_gone_to bigint not null default 0`],
}
