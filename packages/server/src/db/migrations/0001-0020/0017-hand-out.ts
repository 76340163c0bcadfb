import type { Migration } from '../migration'

/** Whether annotators also get completed records that they have not answered. In existing datasets they do. */
export const handOut: Migration = {
  name: '0017-hand-out',
  statements: () => [`alter table datasets add column hand_out text not null default 'everyone'`],
}
