import type { HandOut, QueueOrder } from '@postil/contract/feedback/datasets'
import type { FieldCreate } from '@postil/contract/feedback/fields'
import type { MetadataPropertyCreate } from '@postil/contract/feedback/metadata-properties'
import type { QuestionCreate } from '@postil/contract/feedback/questions'
import type { VectorsSettingsCreate } from '@postil/contract/feedback/vectors-settings'

/** What a dataset is made of, apart from its name. */
export interface DatasetSchema {
  guidelines: string | null
  allowExtraMetadata: boolean
  /** Submitted responses a record needs to be completed. */
  minSubmitted: number
  /** In which order records are handed to each annotator; mixed where nothing is said. */
  queueOrder?: QueueOrder
  /** Whether completed records are still handed out; to everyone where nothing is said. */
  handOut?: HandOut
  fields: readonly FieldCreate[]
  questions: readonly QuestionCreate[]
  metadata: readonly MetadataPropertyCreate[]
  vectors: readonly VectorsSettingsCreate[]
}

/** What becomes of a column. Names are those of the schema. */
export type ColumnUse =
  | { kind: 'field'; name: string; title: string; required: boolean; markdown: boolean }
  | { kind: 'metadata'; name: string; title: string; type: 'terms' | 'integer' | 'float'; visible: boolean }
  /** `agent` made all of them that no column names a maker of. */
  | { kind: 'suggestion'; question: string; agent?: string }
  /** How sure a suggestion is, who made it, and whether a model or a person did. */
  | { kind: 'score'; question: string }
  | { kind: 'agent'; question: string }
  | { kind: 'origin'; question: string }
  /** Of the user who imports, or in an export of the person with this username. */
  | { kind: 'answer'; question: string; person?: string }
  | { kind: 'vector'; name: string; title: string; dimensions: number }
  | { kind: 'id' }
  /** The server's own id of the record, in an export. */
  | { kind: 'record' }
  /** Everybody's responses, in an export. */
  | { kind: 'responses' }
  /** Status of the answers beside it, in an export; of whom, as with answers. */
  | { kind: 'status'; person?: string }
  /** Metadata without a property, in an export. */
  | { kind: 'extra' }
  | { kind: 'nothing' }

export type ColumnKind = ColumnUse['kind']

/** One column of the file and what becomes of it. */
export interface ColumnPlan {
  source: string
  use: ColumnUse
}

/**
 * How values stand in the cells: a foreign file is read generously; our own exports letter by letter, from CSV with protected cells undone,
 * from Parquet (`text`) with lists written as JSON, from JSON as they are.
 */
export type Encoding = 'foreign' | 'csv' | 'text' | 'native'

/** How a file becomes records. */
export interface ImportPlan {
  columns: readonly ColumnPlan[]
  questions: readonly QuestionCreate[]
  /** The schema is given, by an export's manifest or by the dataset the rows go to; then columns only choose among its names. */
  fixed: DatasetSchema | undefined
  encoding: Encoding
  /** Rows without an id of their own get one made of their texts, so that the same file again is recognised. */
  hasContentIds: boolean
}

/** Whether rows bring ids but no text: they can only update records that are there. */
export function isUpdateOnly({ columns, fixed }: ImportPlan): boolean {
  const has = (...kinds: ColumnKind[]) => columns.some(({ use }) => kinds.includes(use.kind))
  return fixed !== undefined && !has('field') && has('id', 'record')
}

/** The schema that a plan makes. */
export function schemaOf(plan: ImportPlan): DatasetSchema {
  if (plan.fixed) return plan.fixed
  const uses = plan.columns.map(({ use }) => use)
  return {
    guidelines: null,
    allowExtraMetadata: true,
    minSubmitted: 1,
    fields: uses.flatMap((use) =>
      use.kind === 'field'
        ? [{ name: use.name, title: use.title, required: use.required, settings: fieldSettings(use.markdown) }]
        : [],
    ),
    questions: plan.questions,
    metadata: uses.flatMap((use) =>
      use.kind === 'metadata'
        ? [
            {
              name: use.name,
              title: use.title,
              visible_for_annotators: use.visible,
              settings:
                use.type === 'terms' ? { type: use.type, values: null } : { type: use.type, min: null, max: null },
            },
          ]
        : [],
    ),
    vectors: uses.flatMap((use) =>
      use.kind === 'vector' ? [{ name: use.name, title: use.title, dimensions: use.dimensions }] : [],
    ),
  }
}

function fieldSettings(markdown: boolean): FieldCreate['settings'] {
  return { type: 'text', use_markdown: markdown }
}
