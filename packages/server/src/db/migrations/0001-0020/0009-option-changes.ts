import type { Migration } from '../migration'

/** Changes of labels and options, and the values they replaced in records. */
export const optionChanges: Migration = {
  name: '0009-option-changes',
  statements: ({ serial }) => [
    `create table option_changes (
      seq ${serial}, id text not null unique, dataset_id text not null, question_id text, user_id text not null, undone_by text,
      change text not null,
      state text not null check (state in ('running', 'done', 'undoing', 'undone')), before text not null, after text not null,
      walked_to text not null, is_pass_clean integer not null, touched text not null, inserted_at bigint not null)`,
    `create index option_changes_owner on option_changes (dataset_id, question_id, seq)`,
    `create index option_changes_open on option_changes (seq) where state in ('running', 'undoing')`,
    `create table option_change_rows (
      change_id text not null references option_changes (id) on delete cascade,
      kind text not null check (kind in ('record', 'rule', 'response', 'suggestion')), key text not null,
      before text not null, mark text not null, primary key (change_id, kind, key))`,
  ],
}
