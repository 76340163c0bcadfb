import type { Migration } from './migration'

/** How often decisions and doubts have changed, so that open pages are notified of them, too. */
export const liveChanges: Migration = {
  name: '0043-live-changes',
  statements: () => [
    'alter table dataset_stats add column decision_changes bigint not null default 0',
    'alter table dataset_stats add column doubt_changes bigint not null default 0',
  ],
}
