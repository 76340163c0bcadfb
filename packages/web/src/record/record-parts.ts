import type { TextRange } from '@postil/domain/spans/ranges'

/** A text field of a record: its name and its title. */
export interface RecordField {
  name: string
  title: string
  settings?: { use_markdown?: boolean | undefined } | undefined
}

/** The matches of a text query in a field's text, in UTF-16 units. */
export interface FindRanges {
  (field: Pick<RecordField, 'name'>, text: string): readonly TextRange[]
  /** Mark them in an element that other components render. @returns removes the marks */
  markIn: (element: Element, field: Pick<RecordField, 'name'>) => () => void
}

/** The texts of a record by field name; null and absent ones are not shown. */
export interface RecordTexts {
  fields: Readonly<Record<string, string | null>>
}

/** The details of a record besides its texts. */
export interface RecordFacts {
  id: string
  /** The external id: the record's id in the system from which it was imported. */
  externalId: string | null
  metadata: Readonly<Record<string, unknown>> | null
  /** Times as the API sends them: UTC, with or without a zone. */
  insertedAt: string
  updatedAt: string
  answeredAt?: string | undefined
  /** Permanent path and query of the record. */
  path: string
}
