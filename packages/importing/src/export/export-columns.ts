import type { ExactJson } from '@postil/contract/shapes'
import type { DatasetSchema } from '../plan/plan'
import { isExactObject } from '../read/flatten'

/** What goes into an export. */
export interface ExportChoice {
  /** Everybody's responses, or only those of the user who exports. */
  responses: 'all' | 'mine'
  suggestions: boolean
  metadata: boolean
  vectors: boolean
}

/** A record as the list of records answers it. */
export interface ExportSource {
  id: string
  external_id: string | null
  fields: ExactJson
  metadata: ExactJson
  responses?: readonly { user_id: string | null; status: string; values: ExactJson }[] | null
  suggestions?:
    | readonly { question_id: string; value: ExactJson; score: ExactJson; agent: string | null; type: string | null }[]
    | null
  vectors?: ExactJson
}

/** Who and what the ids in a record are. */
export interface ExportNames {
  /** Names of questions by id. */
  questions: ReadonlyMap<string, string>
  /** Usernames by id. */
  users: ReadonlyMap<string, string>
  /** Who exports. */
  userId: string
}

/** How a column's values are written where everything is text: as they are, as JSON, or as terms (`encodeTerms`). Integers have 64 bits. */
export type ColumnForm = 'text' | 'number' | 'integer' | 'json' | 'terms'

/** A column of a table; dots in its name are the nesting in JSON. */
export interface TableColumn {
  name: string
  form: ColumnForm
}

/** One column of an export. */
export interface ExportColumn extends TableColumn {
  /** The column's value of a record; undefined when the record has none. */
  valueOf: (record: ExportSource, names: ExportNames) => ExactJson | undefined
}

/** The columns of an export: names and forms depend on the schema and the choice alone, never on the records. */
export function exportColumns(schema: DatasetSchema, choice: ExportChoice): ExportColumn[] {
  const property = (name: string) => schema.metadata.find((one) => one.name === name)?.settings.type
  return [
    { name: 'id', form: 'text', valueOf: ({ id }) => id },
    { name: 'external_id', form: 'text', valueOf: ({ external_id }) => external_id ?? undefined },
    ...schema.fields.map(
      ({ name }): ExportColumn => ({
        name: `fields.${name}`,
        form: 'text',
        valueOf: ({ fields }) => keyOf(fields, name) ?? undefined,
      }),
    ),
    ...(choice.suggestions
      ? schema.questions.flatMap(({ name, settings }) => suggestionColumns(name, settings.type))
      : []),
    ...(choice.responses === 'mine'
      ? [
          { name: 'status', form: 'text' as const, valueOf: ownStatus },
          ...schema.questions.map(
            ({ name, settings }): ExportColumn => ({
              name: `answers.${name}`,
              form: answerForm(settings.type),
              valueOf: (record, names) => ownAnswer(record, names, name),
            }),
          ),
        ]
      : [{ name: 'responses', form: 'json' as const, valueOf: allResponses }]),
    ...(choice.metadata
      ? [
          ...schema.metadata.map(
            ({ name, settings }): ExportColumn => ({
              name: `metadata.${name}`,
              form: settings.type === 'float' ? 'number' : settings.type,
              valueOf: ({ metadata }) => {
                const value = keyOf(metadata, name)
                return fitsColumn(settings.type, value) ? value : undefined
              },
            }),
          ),
          {
            name: 'extra_metadata',
            form: 'json' as const,
            valueOf: ({ metadata }: ExportSource) => extraMetadata(metadata, property),
          },
        ]
      : []),
    ...(choice.vectors
      ? schema.vectors.map(
          ({ name }): ExportColumn => ({
            name: `vectors.${name}`,
            form: 'json',
            valueOf: ({ vectors }) => keyOf(vectors, name),
          }),
        )
      : []),
  ]
}

function suggestionColumns(question: string, type: string): ExportColumn[] {
  const part =
    (key: 'value' | 'score' | 'agent' | 'type') =>
    ({ suggestions }: ExportSource, { questions }: ExportNames): ExactJson | undefined =>
      suggestions?.find(({ question_id }) => questions.get(question_id) === question)?.[key] ?? undefined
  return [
    { name: `suggestions.${question}.value`, form: answerForm(type), valueOf: part('value') },
    { name: `suggestions.${question}.score`, form: 'json', valueOf: part('score') },
    { name: `suggestions.${question}.agent`, form: 'text', valueOf: part('agent') },
    { name: `suggestions.${question}.type`, form: 'text', valueOf: part('type') },
  ]
}

function answerForm(type: string): ColumnForm {
  return type === 'text' || type === 'label_selection' ? 'text' : type === 'rating' ? 'number' : 'json'
}

function ownResponse({ responses }: ExportSource, { userId }: ExportNames) {
  return responses?.find(({ user_id }) => user_id === userId)
}

function ownStatus(record: ExportSource, names: ExportNames): ExactJson | undefined {
  return ownResponse(record, names)?.status
}

function ownAnswer(record: ExportSource, names: ExportNames, question: string): ExactJson | undefined {
  return keyOf(keyOf(ownResponse(record, names)?.values, question), 'value')
}

function allResponses({ responses }: ExportSource, { users }: ExportNames): ExactJson | undefined {
  if (!responses || responses.length === 0) return undefined
  return responses.map(({ user_id, status, values }) => ({
    user_id,
    username: user_id === null ? null : (users.get(user_id) ?? null),
    status,
    values: isExactObject(values)
      ? Object.fromEntries(
          Object.entries(values).map(([name, answer]): [string, ExactJson] => [name, keyOf(answer, 'value') ?? null]),
        )
      : null,
  }))
}

/** What has no column of its own: undeclared keys, nulls, and values that their column could not give back in each format. */
function extraMetadata(metadata: ExactJson, property: (name: string) => string | undefined): ExactJson | undefined {
  if (!isExactObject(metadata)) return undefined
  const entries = Object.entries(metadata)
  const extra = entries.filter(([name, value]) => {
    const type = property(name)
    return type === undefined || !fitsColumn(type, value)
  })
  return extra.length > 0 || entries.length === 0 ? Object.fromEntries(extra) : undefined
}

function fitsColumn(type: string, value: ExactJson | undefined): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value)
    case 'float':
      return typeof value === 'number'
    default:
      return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  }
}

function keyOf(object: ExactJson | undefined, key: string): ExactJson | undefined {
  return isExactObject(object) && Object.hasOwn(object, key) ? object[key] : undefined
}
