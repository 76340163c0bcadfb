import type { Migration } from '../migration'

/**
 * Events refer to the record they are about, so that the history of one record is found quickly. Existing events of responses and
 * resolutions are updated; those of suggestions did not name their record. The index by subject is dropped, since no query used it.
 */
export const recordHistory: Migration = {
  name: '0016-record-history',
  statements: (_, kind) => {
    const text = `coalesce(after, before)`
    const recordId = kind === 'sqlite' ? `json_extract(${text}, '$.record_id')` : `${text}::json ->> 'record_id'`
    return [
      `alter table events add column record_id text`,
      `update events set record_id = ${recordId}
        where kind in ('response.create', 'response.update', 'response.delete', 'resolution.create', 'resolution.update', 'resolution.delete')`,
      `create index events_record on events (record_id, seq) where record_id is not null`,
      `drop index events_subject`,
    ]
  },
}
