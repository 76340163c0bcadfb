import type { Migration } from '../migration'

/** One job queue for all work in the background. Unfinished purges and option changes become its first jobs. */
export const jobs: Migration = {
  name: '0014-jobs',
  statements: () => [
    `create table jobs (
      id text primary key, kind text not null, subject text not null, dataset_id text, dataset_name text, data text not null,
      state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      done bigint not null, total bigint, failures integer not null, error text, is_due_again integer not null,
      is_cancel_requested integer not null, lease text, lease_until bigint, due_at bigint not null,
      inserted_at bigint not null, started_at bigint, finished_at bigint)`,
    // One open job per kind and subject: when it is requested again while it runs, it is run once more afterwards.
    `create unique index jobs_open on jobs (kind, subject) where state in ('waiting', 'running')`,
    `create index jobs_due on jobs (due_at) where state in ('waiting', 'running')`,
    `create index jobs_over on jobs (kind, subject, finished_at) where state in ('done', 'failed', 'cancelled')`,
    firstJobs(
      `id, 'purge_' || case kind when 'dataset' then 'dataset' else 'vectors' end, id, null, inserted_at`,
      'purges',
    ),
    firstJobs(
      `id, 'option_change', id, dataset_id, inserted_at`,
      `option_changes where state in ('running', 'undoing')`,
    ),
    firstJobs(
      `id, 'lexical_vectors', dataset_id, dataset_id, inserted_at`,
      `vectors_settings where source = 'lexical'`,
    ),
    `drop table purges`,
  ],
}

/** @param values - id, kind, subject, dataset and time of each job, as SQL */
function firstJobs(values: string, from: string): string {
  return `insert into jobs (id, kind, subject, dataset_id, inserted_at,
      data, state, done, failures, is_due_again, is_cancel_requested, due_at)
    select ${values}, '{}', 'waiting', 0, 0, 0, 0, 0 from ${from}`
}
