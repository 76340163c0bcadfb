import type { Migration } from '../migration'

const NEW_ID = {
  sqlite: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  postgres: 'gen_random_uuid()::text',
} as const

/**
 * Classic records are searched in segments, which store the columns of many records together, separate from the records. For each existing
 * dataset a job builds them.
 */
export const classicSegments: Migration = {
  name: '0024-classic-segments',
  statements: ({ blob }, kind) => [
    `alter table task_datasets add column seals integer not null default 0`,
    `create table task_segments (
      id text primary key, dataset_id text not null, state text not null check (state in ('made', 'live', 'gone')),
      docs integer not null, meta text not null, dead ${blob} not null,
      from_version bigint not null, from_key ${byBytes(kind)}, to_version bigint not null, to_key ${byBytes(kind)})`,
    `create index task_segments_dataset on task_segments (dataset_id)`,
    `create table task_segment_parts (id ${byBytes(kind)} primary key, value ${blob} not null)`,
    // The parts are compact already: compressing them would cost more time than the space it saves is worth.
    ...(kind === 'postgres' ? ['alter table task_segment_parts alter column value set storage external'] : []),
    `insert into jobs (id, kind, subject, dataset_id, dataset_name, data, state, done, failures, is_due_again, is_cancel_requested, due_at, inserted_at)
      select ${NEW_ID[kind]}, 'seal_records', id, id, name, '{}', 'waiting', 0, 0, 0, 0, 0, 0 from task_datasets`,
  ],
}

/** Text ordered by its bytes, whatever the locale of the database. */
function byBytes(kind: 'sqlite' | 'postgres'): string {
  return kind === 'postgres' ? 'text collate "C"' : 'text'
}
