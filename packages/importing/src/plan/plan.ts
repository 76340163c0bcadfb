import type { HandOut, QueueOrder } from '@postil/contract/feedback/datasets'
import type { FieldCreate } from '@postil/contract/feedback/settings/fields'
import type { MetadataPropertyCreate } from '@postil/contract/feedback/settings/metadata-properties'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { VectorsSettingsCreate } from '@postil/contract/feedback/settings/vectors-settings'
import { itemNameFor } from '../guess/names'

/** The schema of a dataset: everything but its name. */
export interface DatasetSchema {
  guidelines: string | null
  allowExtraMetadata: boolean
  /** Number of submitted responses that complete a record. */
  minSubmitted: number
  /** The order in which each annotator gets records; default: mixed. */
  queueOrder?: QueueOrder
  /** Whether completed records are still distributed. Default: to everyone. */
  handOut?: HandOut
  fields: readonly FieldCreate[]
  questions: readonly QuestionCreate[]
  metadata: readonly MetadataPropertyCreate[]
  vectors: readonly VectorsSettingsCreate[]
}

/** The use of a column. Names are those of the schema. */
export type ColumnUse =
  | { kind: 'field'; name: string; title: string; required: boolean; markdown: boolean }
  | { kind: 'metadata'; name: string; title: string; type: 'terms' | 'integer' | 'float'; visible: boolean }
  /** `agent` is used where no column names one. */
  | { kind: 'suggestion'; question: string; agent?: string }
  /** Score, agent and type (model or human) of a suggestion. */
  | { kind: 'score'; question: string }
  | { kind: 'agent'; question: string }
  | { kind: 'origin'; question: string }
  /** An answer of the importing user, or, in an export, of the person with this username. */
  | { kind: 'answer'; question: string; person?: string }
  | { kind: 'vector'; name: string; title: string; dimensions: number }
  | { kind: 'id' }
  /** The server's own id of the record, in an export. */
  | { kind: 'record' }
  /** All responses, in an export. */
  | { kind: 'responses' }
  /** Status of the answers of the same person, in an export. */
  | { kind: 'status'; person?: string }
  /** Metadata without a property, in an export. */
  | { kind: 'extra' }
  | { kind: 'nothing' }

export type ColumnKind = ColumnUse['kind']

/** One column of the file and its use. */
export interface ColumnPlan {
  source: string
  use: ColumnUse
}

/**
 * How cells are parsed: a foreign file leniently; our own exports exactly: CSV with `unprotect`, Parquet (`text`) with lists as JSON, JSON
 * unchanged.
 */
export type Encoding = 'foreign' | 'csv' | 'text' | 'native'

/** How the rows of a file become records. */
export interface ImportPlan {
  columns: readonly ColumnPlan[]
  questions: readonly QuestionCreate[]
  /** The schema is fixed by an export's manifest or by the target dataset; columns can then only refer to its names. */
  fixed: DatasetSchema | undefined
  encoding: Encoding
  /** Rows without an id get one derived from their texts, so that the same file is recognised when imported again. */
  hasContentIds: boolean
}

/** Whether rows have ids but no texts: they can only update existing records. */
export function isUpdateOnly({ columns, fixed }: ImportPlan): boolean {
  const has = (...kinds: ColumnKind[]) => columns.some(({ use }) => kinds.includes(use.kind))
  return fixed !== undefined && !has('field') && has('id', 'record')
}

/** The schema that a plan produces. */
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
    questions: namedQuestions(plan),
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

/**
 * The questions of a plan. One that no column refers to is named after its title, which is the name that programs and exports use: while
 * the title was typed, the name stayed.
 */
function namedQuestions({ questions, columns, encoding }: ImportPlan): readonly QuestionCreate[] {
  if (encoding !== 'foreign') return questions
  const kept = new Set(columns.flatMap(({ use }) => ('question' in use ? [use.question] : [])))
  const taken = new Set(kept)
  return questions.map((question) => {
    if (kept.has(question.name)) return question
    const name = itemNameFor(question.title, taken, 'question')
    taken.add(name)
    return { ...question, name }
  })
}

function fieldSettings(markdown: boolean): FieldCreate['settings'] {
  return { type: 'text', use_markdown: markdown }
}
