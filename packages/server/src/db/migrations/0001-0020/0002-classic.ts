import type { Migration } from '../migration'

/** The classic family: datasets of the three tasks, their records, settings and labelling rules. */
export const classic: Migration = {
  name: '0002-classic',
  statements: ({ serial, blob }, kind) => [
    `create table task_datasets (
      id text primary key, workspace_id text not null references workspaces (id), name text not null,
      task text not null check (task in ('TextClassification', 'TokenClassification', 'Text2Text')),
      tags text not null, metadata text not null, created_by text, created_at bigint not null, last_updated bigint not null,
      closed integer not null default 0, version bigint not null default 0, unique (workspace_id, name))`,
    `create table task_settings (
      dataset_id text primary key references task_datasets (id) on delete cascade, settings text not null)`,
    `create table task_fields (
      dataset_id text not null references task_datasets (id) on delete cascade, name text not null, type text not null,
      primary key (dataset_id, name))`,
    `create table task_vector_names (
      dataset_id text not null references task_datasets (id) on delete cascade, name text not null, dimensions integer not null,
      primary key (dataset_id, name))`,
    `create table task_records (
      dataset_id text not null references task_datasets (id) on delete cascade, key ${byBytes(kind)} not null,
      document text not null, derived text not null, metrics text not null, multi_label integer, version bigint not null,
      primary key (dataset_id, key))`,
    `create unique index task_records_version on task_records (dataset_id, version, key)`,
    `create table task_vectors (
      dataset_id text not null, key ${byBytes(kind)} not null, name text not null, value ${blob} not null, extra text not null,
      primary key (dataset_id, key, name),
      foreign key (dataset_id, key) references task_records (dataset_id, key) on delete cascade)`,
    `create table task_deletions (
      dataset_id text not null references task_datasets (id) on delete cascade, key ${byBytes(kind)} not null, version bigint not null,
      primary key (dataset_id, key))`,
    `create index task_deletions_version on task_deletions (dataset_id, version)`,
    `create table task_rules (
      seq ${serial}, dataset_id text not null references task_datasets (id) on delete cascade, query text not null,
      labels text not null, description text, author text not null, created_at bigint not null, unique (dataset_id, query))`,
  ],
}

/** Text ordered by its bytes, whatever the locale of the database: search indexes rely on the order of keys. */
function byBytes(kind: 'sqlite' | 'postgres'): string {
  return kind === 'postgres' ? 'text collate "C"' : 'text'
}
