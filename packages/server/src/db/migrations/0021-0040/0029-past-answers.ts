import type { Migration } from '../migration'

/**
 * The answers of any moment are read from the log. Events from before this version do not say who gave the answers that a deleted user left
 * behind, and what was decided about a deleted record: so the log counts as complete from the latest of them on.
 */
export const pastAnswers: Migration = {
  name: '0029-past-answers',
  statements: () => [
    `create index events_deleted on events (dataset_id, subject_id) where kind = 'record.delete'`,
    `create index events_anonymized on events (dataset_id, at) where kind = 'responses.anonymize'`,
    `insert into settings (key, value) select 'log_begins_at', cast(max(at) as text) from events having max(at) is not null`,
  ],
}
