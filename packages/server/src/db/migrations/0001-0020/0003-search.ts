import { TOKENIZER } from '../../engines/sqlite/text-words'
import type { Migration } from '../migration'

/**
 * What finds feedback records: their words, and vectors that a search index in memory can follow. Records that were there before have no
 * words yet; `text_backlog` names them, and the server indexes them in the background.
 */
export const search: Migration = {
  name: '0003-search',
  statements: ({ serial }, kind) => [
    // A short number for each field: in the word index every word carries its field's, which also keeps datasets apart.
    `create table text_fields (
      number ${serial}, field_id text not null unique references fields (id) on delete cascade)`,
    ...(kind === 'sqlite' ? sqliteWords : postgresWords),
    `create table text_backlog (id integer primary key, after_pk bigint not null, last_pk bigint not null)`,
    `insert into text_backlog (id, after_pk, last_pk) select 1, 0, max(pk) from records having max(pk) is not null`,

    `alter table vectors_settings add column source text not null default 'given'`,
    // Each change of vectors takes the next version of its settings, so that an index in memory reads only what is new.
    `create table vector_versions (vector_id text primary key, version bigint not null)`,
    `insert into vector_versions (vector_id, version) select id, 0 from vectors_settings`,
    `alter table record_vectors add column version bigint not null default 0`,
    `create index record_vectors_version on record_vectors (vector_id, version, record_pk)`,
  ],
}

const sqliteWords = [
  `create virtual table record_words using fts5(words, content='', contentless_delete=1, tokenize="${TOKENIZER}")`,
  // A virtual table has no foreign keys.
  `create trigger records_words_gone after delete on records begin delete from record_words where rowid = old.pk; end`,
]

const postgresWords = [
  `create table record_words (
    record_pk bigint primary key references records (pk) on delete cascade, words text not null, terms tsvector not null)`,
  // A search reads the list of pending entries from end to end, so it is kept short.
  `create index record_words_terms on record_words using gin (terms) with (gin_pending_list_limit = 256)`,
]
