import type { Migration } from '../migration'

/**
 * Some signs part or hold words otherwise than before (an ellipsis, a geresh, the decimal sign of Arabic digits): all records are
 * indexed anew in the background, and found by the words they had until then.
 */
export const wordsAnew: Migration = {
  name: '0005-words-anew',
  statements: () => [
    `delete from text_backlog`,
    `insert into text_backlog (id, after_pk, last_pk) select 1, 0, max(pk) from records having max(pk) is not null`,
  ],
}
