import type { Migration } from '../migration'

/** Imports whose records are being written ahead of their transaction, as records of a dataset that does not exist: the import's own id. */
export const stagedImports: Migration = {
  name: '0010-staged-imports',
  statements: () => [`create table staged_imports (id text primary key, inserted_at bigint not null)`],
}
