import type { Migration } from '../migration'

/** Links for invitations and for setting a password, disabled users, and when each user was last active. */
export const people: Migration = {
  name: '0008-people',
  statements: () => [
    `alter table users add column disabled_at bigint`,
    `alter table users add column last_seen_at bigint`,
    `create table join_links (
      id text primary key, hash text not null unique, user_id text references users (id) on delete cascade,
      role text not null, first_name text, workspace_ids text not null,
      created_by text not null references users (id) on delete cascade,
      inserted_at bigint not null, expires_at bigint not null)`,
    `create index join_links_user on join_links (user_id)`,
  ],
}
