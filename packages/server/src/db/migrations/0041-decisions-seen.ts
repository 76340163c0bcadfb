import type { Migration } from './migration'

/**
 * Until when each user has seen the decisions of leads in a dataset, and since when each response is submitted. Decisions are found by their dataset and
 * time. Those made before this step are no news to anybody (`features/feedback/resolutions/new-decisions.ts`).
 */
export const decisionsSeen: Migration = {
  name: '0041-decisions-seen',
  statements: () => [
    `create table decisions_seen (
      user_id text not null references users (id) on delete cascade,
      dataset_id text not null references datasets (id) on delete cascade,
      seen_until bigint not null, primary key (user_id, dataset_id))`,
    `create index decisions_seen_dataset on decisions_seen (dataset_id)`,
    `create index resolutions_decided on resolutions (dataset_id, updated_at)`,
    `alter table responses add column submitted_at bigint`,
  ],
}
