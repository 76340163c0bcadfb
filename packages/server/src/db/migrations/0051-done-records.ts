import type { Migration } from './migration'

/**
 * Who validated or discarded a classic record, and when, for the progress of a team. For the records that are there, the agent of the
 * annotation and the time of the last change: nothing else tells.
 */
export const doneRecords: Migration = {
  name: '0051-done-records',
  statements: (_words, kind) => [
    'alter table task_records add column done_as text',
    'alter table task_records add column done_by text',
    'alter table task_records add column done_at bigint',
    ...(kind === 'postgres' ? POSTGRES : SQLITE),
    'create index task_records_done on task_records (dataset_id, done_as, done_by, done_at) where done_at is not null',
  ],
}

const MAY_BE_DONE = `document like '%"status":"Validated"%' or document like '%"status":"Discarded"%'`

const part = (name: string) => `case when json_valid(document) then json_extract(document, '${name}') end`
const STATUS = part('$.status')
const LAST_UPDATED = part('$.last_updated')

const SQLITE = [
  `update task_records set done_as = ${STATUS}, done_by = substr(${part('$.annotation.agent')}, 1, 64),
    done_at = cast(strftime('%s', substr(${LAST_UPDATED}, 1, 19)) as integer) * 1000000
      + cast(substr(${LAST_UPDATED}, 21, 6) as integer)
    where (${MAY_BE_DONE}) and ${STATUS} in ('Validated', 'Discarded') and ${LAST_UPDATED} is not null`,
]

// Texts may contain what PostgreSQL's JSON refuses; such records have no day.
const POSTGRES = [
  `create function pg_temp.part_of(document text, path text[]) returns text language plpgsql as $$
    begin return document::json #>> path; exception when others then return null; end $$`,
  `update task_records set done_as = found.status, done_by = left(pg_temp.part_of(document, '{annotation,agent}'), 64),
    done_at = cast(extract(epoch from cast(found.at as timestamp)) * 1000000 as bigint)
    from (select dataset_id, key, pg_temp.part_of(document, '{status}') as status, pg_temp.part_of(document, '{last_updated}') as at
      from task_records where ${MAY_BE_DONE}) found
    where found.dataset_id = task_records.dataset_id and found.key = task_records.key
      and found.status in ('Validated', 'Discarded') and found.at is not null`,
  'drop function pg_temp.part_of(text, text[])',
]
