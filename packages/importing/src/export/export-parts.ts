import type { ExactJson } from '@postil/contract/shapes'

/** The options of an export. */
export interface ExportChoice {
  /** All responses, or only those of the exporting user. */
  responses: 'all' | 'mine'
  /** All responses in one cell, a column per question and person, or a row per answer. */
  layout: 'nested' | 'columns' | 'rows'
  suggestions: boolean
  /** Decisions of leads on questions with differing answers. */
  resolutions: boolean
  /** One answer per question, and how it came about; only with all responses. */
  final: boolean
  /** Open doubts. */
  doubts: boolean
  metadata: boolean
  vectors: boolean
}

/** A record as the list route returns it. */
export interface ExportSource {
  id: string
  external_id: string | null
  fields: ExactJson
  metadata: ExactJson
  responses?: readonly { user_id: string | null; status: string; values: ExactJson }[] | null
  suggestions?:
    | readonly { question_id: string; value: ExactJson; score: ExactJson; agent: string | null; type: string | null }[]
    | null
  /** The submitted ones of all responses, if the export leaves some out. */
  submitted?: ExportSource['responses']
  resolutions?: readonly { question_id: string; value: ExactJson }[] | null
  doubts?: readonly { user_id: string | null; note: string; resolved_at: string | null }[] | null
  vectors?: ExactJson
}

/** Names for the ids in a record. */
export interface ExportNames {
  /** Names of questions by id. */
  questions: ReadonlyMap<string, string>
  /** Usernames by id. */
  users: ReadonlyMap<string, string>
  /** Ids of the users whose answers get their own columns. */
  people: readonly string[]
  /** Id of the exporting user. */
  userId: string
}

/** How a column's values are written in text formats: unchanged, as JSON, or as terms (`encodeTerms`). Integers have 64 bits. */
export type ColumnForm = 'text' | 'number' | 'integer' | 'json' | 'terms'

/** A column of a table; dots in its name mean nesting in JSON. */
export interface TableColumn {
  name: string
  form: ColumnForm
}

/** One column of an export. */
export interface ExportColumn extends TableColumn {
  /** The column's value of a record; undefined when the record has none. */
  valueOf: (record: ExportSource, names: ExportNames) => ExactJson | undefined
}

/** The value of a record in a column. */
export type ExportCell = ExactJson | undefined

/** Encodes rows into the bytes of a file, chunk by chunk. */
export interface Encoder {
  /** The bytes before the first row. */
  start: () => Uint8Array
  rows: (rows: readonly (readonly ExportCell[])[]) => Uint8Array
  /** The bytes after the last row. */
  end: () => Uint8Array
}
