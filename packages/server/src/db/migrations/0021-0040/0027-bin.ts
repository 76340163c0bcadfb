import type { Migration } from '../migration'

/** Deleted datasets that can still be restored. While one is deleted for good, its workspace may be gone already. */
export const bin: Migration = {
  name: '0027-bin',
  statements: () => [
    `create table bin (
      dataset_id text primary key, workspace_id text not null, name text not null, task text,
      words_missing integer not null, parts text, deleted_by text references users (id) on delete set null,
      deleted_at bigint not null, purge_at bigint not null)`,
    'create index bin_workspace on bin (workspace_id, deleted_at)',
    'create index bin_user on bin (deleted_by)',
  ],
}
