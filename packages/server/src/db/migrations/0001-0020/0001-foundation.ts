import type { Migration } from '../migration'

/** Accounts, the event log and the feedback family. The classic family follows in its own migration. */
export const foundation: Migration = {
  name: '0001-foundation',
  statements: ({ serial, blob, float }) => [
    `create table settings (key text primary key, value text not null)`,

    `create table users (
      id text primary key, username text not null unique, first_name text not null, last_name text,
      role text not null check (role in ('owner', 'admin', 'annotator')), password_hash text not null,
      inserted_at bigint not null, updated_at bigint not null)`,
    `create table api_keys (
      id text primary key, user_id text not null references users (id) on delete cascade, name text not null,
      hash text not null unique, last_four text not null, inserted_at bigint not null, last_used_at bigint)`,
    `create index api_keys_user on api_keys (user_id)`,
    `create table sessions (
      id text primary key, user_id text not null references users (id) on delete cascade,
      inserted_at bigint not null, expires_at bigint not null)`,
    `create index sessions_user on sessions (user_id)`,
    `create table workspaces (id text primary key, name text not null unique, inserted_at bigint not null, updated_at bigint not null)`,
    `create table memberships (
      workspace_id text not null references workspaces (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      inserted_at bigint not null, primary key (workspace_id, user_id))`,
    `create index memberships_user on memberships (user_id)`,
    `create table idempotency_keys (
      user_id text not null, key text not null, fingerprint text not null, status integer not null, reply text not null,
      inserted_at bigint not null, primary key (user_id, key))`,
    `create index idempotency_age on idempotency_keys (inserted_at)`,
    `create table events (
      seq ${serial}, at bigint not null, user_id text, dataset_id text, kind text not null, subject_id text not null,
      before text, after text)`,
    `create index events_dataset on events (dataset_id, seq)`,
    `create index events_subject on events (subject_id, seq)`,

    `create table datasets (
      id text primary key, workspace_id text not null references workspaces (id), name text not null, guidelines text,
      allow_extra_metadata integer not null, min_submitted integer not null default 1,
      status text not null check (status in ('draft', 'ready')),
      inserted_at bigint not null, updated_at bigint not null, unique (workspace_id, name))`,
    `create table dataset_stats (
      dataset_id text primary key references datasets (id) on delete cascade, records bigint not null, last_activity_at bigint not null)`,
    `create table fields (
      id text primary key, dataset_id text not null references datasets (id) on delete cascade, name text not null, title text not null,
      required integer not null, settings text not null, inserted_at bigint not null, updated_at bigint not null, unique (dataset_id, name))`,
    `create table questions (
      id text primary key, dataset_id text not null references datasets (id) on delete cascade, name text not null, title text not null,
      description text, required integer not null, settings text not null, inserted_at bigint not null, updated_at bigint not null,
      unique (dataset_id, name))`,
    `create table metadata_properties (
      id text primary key, dataset_id text not null references datasets (id) on delete cascade, name text not null, title text not null,
      settings text not null, visible_for_annotators integer not null, inserted_at bigint not null, updated_at bigint not null,
      unique (dataset_id, name))`,
    `create table vectors_settings (
      id text primary key, dataset_id text not null references datasets (id) on delete cascade, name text not null, title text not null,
      dimensions integer not null, inserted_at bigint not null, updated_at bigint not null, unique (dataset_id, name))`,

    // Growing tables refer to their record only, not to dataset, question or vectors settings. Deleting one of those takes effect at once;
    // the rows that belonged to it are listed in `purges` and deleted in small steps that no answer has to wait for.
    `create table purges (
      id text primary key, kind text not null check (kind in ('dataset', 'vectors_settings')), inserted_at bigint not null)`,
    `create table records (
      pk ${serial}, id text not null unique, dataset_id text not null,
      external_id text, fields text not null, metadata text, inserted_at bigint not null, updated_at bigint not null)`,
    `create index records_order on records (dataset_id, inserted_at, pk)`,
    `create index records_shuffled on records (dataset_id, id, pk)`,
    `create unique index records_external on records (dataset_id, external_id) where external_id is not null`,
    `create table record_terms (
      dataset_id text not null, record_pk bigint not null references records (pk) on delete cascade,
      property text not null, term text, num ${float})`,
    `create index record_terms_term on record_terms (dataset_id, property, term, record_pk)`,
    `create index record_terms_num on record_terms (dataset_id, property, num, record_pk) where num is not null`,
    `create index record_terms_record on record_terms (record_pk, property)`,
    `create table record_vectors (
      dataset_id text not null, record_pk bigint not null references records (pk) on delete cascade,
      vector_id text not null, value ${blob} not null,
      primary key (vector_id, record_pk))`,
    `create index record_vectors_record on record_vectors (record_pk)`,

    `create table suggestions (
      id text primary key, dataset_id text not null, record_pk bigint not null references records (pk) on delete cascade,
      question_id text not null, type text, value text not null, agent text, score text,
      inserted_at bigint not null, updated_at bigint not null, unique (record_pk, question_id))`,
    `create index suggestions_agent on suggestions (dataset_id, question_id, agent)`,
    `create table responses (
      id text primary key, dataset_id text not null, record_pk bigint not null references records (pk) on delete cascade,
      record_id text not null, user_id text references users (id) on delete set null,
      status text not null check (status in ('draft', 'submitted', 'discarded')), "values" text,
      inserted_at bigint not null, updated_at bigint not null, unique (record_pk, user_id))`,
    `create index responses_mine on responses (dataset_id, user_id, status, record_id, record_pk)`,
    `create index responses_user on responses (user_id)`,
    `create table answer_terms (
      dataset_id text not null, record_pk bigint not null references records (pk) on delete cascade, source text not null,
      kind text not null check (kind in ('response', 'suggestion', 'score')), user_id text,
      question_id text not null, term text not null, num ${float})`,
    `create index answer_terms_value on answer_terms (dataset_id, kind, question_id, term, record_pk)`,
    `create index answer_terms_num on answer_terms (dataset_id, kind, question_id, num, record_pk) where num is not null`,
    `create index answer_terms_record on answer_terms (record_pk)`,
    `create index answer_terms_source on answer_terms (source)`,
  ],
}
