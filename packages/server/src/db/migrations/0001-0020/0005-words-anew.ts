import type { Migration } from '../migration'

/**
 * Some signs (an ellipsis, a geresh, the decimal sign of Arabic digits) split or join words otherwise than before: all records are
 * reindexed in the background. Until then, searches find them by their previous words.
 */
export const wordsAnew: Migration = {
  name: '0005-words-anew',
  statements: () => [
    `delete from text_backlog`,
    `insert into text_backlog (id, after_pk, last_pk) select 1, 0, max(pk) from records having max(pk) is not null`,
  ],
}
