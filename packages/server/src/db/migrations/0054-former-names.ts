import type { Migration } from './migration'

/** An index by which a workspace is found by a name that it had. */
export const formerNames: Migration = {
  name: '0054-former-names',
  statements: () => [`create index events_renamed on events (before, seq) where kind = 'workspace.update'`],
}
