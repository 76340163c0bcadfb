import type { Migration } from '../migration'

/** Deletions of classic records are not kept for ever: each dataset says up to which version they are gone. */
export const forgetDeletions: Migration = {
  name: '0004-forget-deletions',
  statements: () => [`alter table task_datasets add column deletions_gone_to bigint not null default 0`],
}
