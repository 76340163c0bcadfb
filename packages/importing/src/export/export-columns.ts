import type { ExactJson } from '@postil/contract/shapes'
import type { DatasetSchema } from '../plan/plan'
import { isExactObject } from '../read/flatten'
import { answerColumns, answerForm, answerRowColumns, answerRows, keyOf } from './answer-columns'
import type { ExportCell, ExportChoice, ExportColumn, ExportNames, ExportSource, TableColumn } from './export-parts'
import { finalAnswer } from './final-answer'

/** An export as a table: its columns depend on the schema, the choice and the names alone, never on the records. */
export interface ExportTable {
  columns: readonly TableColumn[]
  rowsOf: (record: ExportSource) => ExportCell[][]
}

/** The table of an export. */
export function exportTable(schema: DatasetSchema, choice: ExportChoice, names: ExportNames): ExportTable {
  const { before, after } = recordColumns(schema, choice)
  const cells = (columns: readonly ExportColumn[], record: ExportSource) =>
    columns.map((column) => column.valueOf(record, names))
  if (choice.layout !== 'rows') {
    const columns = [...before, ...answerColumns(schema, choice, names), ...after]
    return { columns, rowsOf: (record) => [cells(columns, record)] }
  }
  return {
    columns: [...before, ...answerRowColumns, ...after],
    rowsOf: (record) => {
      const first = cells(before, record)
      const last = cells(after, record)
      return answerRows(record, schema, names).map((answer) => [...first, ...answer, ...last])
    },
  }
}

/** The columns of the record itself, before and after those of its answers. */
function recordColumns(schema: DatasetSchema, choice: ExportChoice): { before: ExportColumn[]; after: ExportColumn[] } {
  const property = (name: string) => schema.metadata.find((one) => one.name === name)?.settings.type
  const before: ExportColumn[] = [
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
  ]
  const after: ExportColumn[] = [
    ...(choice.resolutions
      ? schema.questions.map(
          ({ name, settings }): ExportColumn => ({
            name: `resolutions.${name}`,
            form: answerForm(settings.type),
            valueOf: ({ resolutions }, { questions }) =>
              resolutions?.find(({ question_id }) => questions.get(question_id) === name)?.value,
          }),
        )
      : []),
    ...(choice.final ? schema.questions.flatMap((question) => finalColumns(question, schema.minSubmitted)) : []),
    ...(choice.doubts ? [{ name: 'doubts', form: 'json' as const, valueOf: doubtsOf }] : []),
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
  return { before, after }
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

function finalColumns(question: DatasetSchema['questions'][number], minSubmitted: number): ExportColumn[] {
  const { name, settings } = question
  const final = (record: ExportSource, { questions }: ExportNames) =>
    finalAnswer(record, question, minSubmitted, questions)
  return [
    {
      name: `final.${name}.value`,
      form: answerForm(settings.type),
      valueOf: (record, names) => final(record, names).value,
    },
    { name: `final.${name}.status`, form: 'text', valueOf: (record, names) => final(record, names).status },
  ]
}

/** The notes of users who are in doubt about a record; undefined if nobody is. Doubts that a lead has settled are left out. */
function doubtsOf(record: ExportSource, { users }: ExportNames): ExactJson | undefined {
  const open = openDoubts(record)
  if (open.length === 0) return undefined
  return open.map(({ user_id, note }) => ({
    user_id,
    username: user_id === null ? null : (users.get(user_id) ?? null),
    note,
  }))
}

export function openDoubts({ doubts }: ExportSource) {
  return (doubts ?? []).filter(({ resolved_at }) => resolved_at === null)
}

/** Metadata without a column: undeclared keys, nulls, and values that their column cannot represent in every format. */
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
