/** A text of a record: its name in the record, and its title. */
export interface RecordField {
  name: string
  title: string
  settings?: { use_markdown?: boolean | undefined } | undefined
}

/** The texts of a record by field name; null and absent ones are not shown. */
export interface RecordTexts {
  fields: Readonly<Record<string, string | null>>
}

/** What is known of a record beside its texts. */
export interface RecordFacts {
  id: string
  /** Its id where it comes from. */
  externalId: string | null
  metadata: Readonly<Record<string, unknown>> | null
  /** Times of the wire, UTC with or without saying so. */
  insertedAt: string
  updatedAt: string
  answeredAt?: string | undefined
  /** Path and query that always lead to it. */
  path: string
}
