import type { Migration } from './migration'

/** Addresses that are notified of changes. */
export const webhooks: Migration = {
  name: '0053-webhooks',
  statements: () => [
    `create table webhooks (
      id text primary key, url text not null, secret text not null, events text not null, enabled integer not null, description text,
      position bigint not null, sent bigint not null, refusals bigint not null, inserted_at bigint not null, updated_at bigint not null)`,
  ],
}
