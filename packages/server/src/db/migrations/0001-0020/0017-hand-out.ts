import type { Migration } from '../migration'

/** Whether a dataset hands completed records to those who have not answered them; until now it always did. */
export const handOut: Migration = {
  name: '0017-hand-out',
  statements: () => [`alter table datasets add column hand_out text not null default 'everyone'`],
}
