import type { Migration } from '../migration'

/** Failed sign-ins of the last minute, counted across all servers of the store. */
export const signInAttempts: Migration = {
  name: '0006-sign-in-attempts',
  statements: () => [
    `create table sign_in_attempts (
      id text primary key, at bigint not null, address text not null, account text not null)`,
    `create index sign_in_attempts_at on sign_in_attempts (at)`,
    `create index sign_in_attempts_address on sign_in_attempts (address, at)`,
    `create index sign_in_attempts_account on sign_in_attempts (account, at)`,
  ],
}
