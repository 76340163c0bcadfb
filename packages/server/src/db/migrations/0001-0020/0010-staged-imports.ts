import type { Migration } from '../migration'

/** Imports that write their records before their transaction. Until then, the `dataset_id` of these records is the import's own id. */
export const stagedImports: Migration = {
  name: '0010-staged-imports',
  statements: () => [`create table staged_imports (id text primary key, inserted_at bigint not null)`],
}
