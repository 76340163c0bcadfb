import type { Migration } from '../migration'

/** Changes of options apply to resolutions, too: the values they replace there are stored with the others. */
export const changedResolutions: Migration = {
  name: '0013-changed-resolutions',
  statements: () => [
    `create table new_option_change_rows (
      change_id text not null references option_changes (id) on delete cascade,
      kind text not null check (kind in ('record', 'rule', 'response', 'suggestion', 'resolution')), key text not null,
      before text not null, mark text not null, primary key (change_id, kind, key))`,
    `insert into new_option_change_rows select change_id, kind, key, before, mark from option_change_rows`,
    `drop table option_change_rows`,
    `alter table new_option_change_rows rename to option_change_rows`,
    `create index resolutions_question on resolutions (question_id, record_id)`,
  ],
}
