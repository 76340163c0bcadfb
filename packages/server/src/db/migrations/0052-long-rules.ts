import type { Migration } from './migration'

/** Queries of rules may be longer than a row of PostgreSQL's indexes, about 2,700 bytes: their digests are unique instead. */
export const longRules: Migration = {
  name: '0052-long-rules',
  statements: (_words, kind) =>
    kind === 'sqlite'
      ? []
      : [
          'alter table task_rules drop constraint task_rules_dataset_id_query_key',
          'create unique index task_rules_query on task_rules (dataset_id, md5(query))',
        ],
}
