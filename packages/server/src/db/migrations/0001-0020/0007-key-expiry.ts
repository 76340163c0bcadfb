import type { Migration } from '../migration'

/** API keys may expire. */
export const keyExpiry: Migration = {
  name: '0007-key-expiry',
  statements: () => [`alter table api_keys add column expires_at bigint`],
}
