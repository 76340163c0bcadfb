import type { Migration } from '../migration'

/** When a change of options, or its undo, had reached all records: those deleted before that may still have the old names. */
export const endedOptionChanges: Migration = {
  name: '0040-ended-option-changes',
  statements: () => ['alter table option_changes add column ended_at bigint'],
}
