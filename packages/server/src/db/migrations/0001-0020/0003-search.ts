import { TOKENIZER } from '../../engines/sqlite/text-words'
import type { Migration } from '../migration'

/**
 * Search of feedback records: their words, and versions by which a search index in memory can follow the vectors. Existing records have no
 * words yet; `text_backlog` lists them, and the server indexes them in the background.
 */
export const search: Migration = {
  name: '0003-search',
  statements: ({ serial }, kind) => [
    // A short number for each field. In the word index every word is prefixed with its field's number, which also separates datasets.
    `create table text_fields (
      number ${serial}, field_id text not null unique references fields (id) on delete cascade)`,
    ...(kind === 'sqlite' ? sqliteWords : postgresWords),
    `create table text_backlog (id integer primary key, after_pk bigint not null, last_pk bigint not null)`,
    `insert into text_backlog (id, after_pk, last_pk) select 1, 0, max(pk) from records having max(pk) is not null`,

    `alter table vectors_settings add column source text not null default 'given'`,
    // Each change of vectors gets the next version of its settings, so that an index in memory reads only new vectors.
    `create table vector_versions (vector_id text primary key, version bigint not null)`,
    `insert into vector_versions (vector_id, version) select id, 0 from vectors_settings`,
    `alter table record_vectors add column version bigint not null default 0`,
    `create index record_vectors_version on record_vectors (vector_id, version, record_pk)`,
  ],
}

const sqliteWords = [
  `create virtual table record_words using fts5(words, content='', contentless_delete=1, tokenize="${TOKENIZER}")`,
  // A virtual table cannot have foreign keys.
  `create trigger records_words_gone after delete on records begin delete from record_words where rowid = old.pk; end`,
]

const postgresWords = [
  `create table record_words (
    record_pk bigint primary key references records (pk) on delete cascade, words text not null, terms tsvector not null)`,
  // A search scans the whole list of pending entries, so it is kept short.
  `create index record_words_terms on record_words using gin (terms) with (gin_pending_list_limit = 256)`,
]
