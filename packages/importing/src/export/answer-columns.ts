import type { ExactJson } from '@postil/contract/shapes'
import type { DatasetSchema } from '../plan/plan'
import { isExactObject } from '../read/flatten'
import type {
  ColumnForm,
  ExportCell,
  ExportChoice,
  ExportColumn,
  ExportNames,
  ExportSource,
  TableColumn,
} from './export-parts'

/** The columns of an export with one row per answer. An import recognises this layout by their names. */
export const ANSWER_ROW_COLUMNS = ['username', 'status', 'question', 'answer'] as const

type Response = NonNullable<ExportSource['responses']>[number]

/** The answer columns of an export with one row per record. */
export function answerColumns(schema: DatasetSchema, choice: ExportChoice, names: ExportNames): ExportColumn[] {
  if (choice.responses === 'mine') {
    return [
      { name: 'status', form: 'text', valueOf: (record) => responseOf(record, names.userId)?.status },
      ...schema.questions.map(
        ({ name, settings }): ExportColumn => ({
          name: `answers.${name}`,
          form: answerForm(settings.type),
          valueOf: (record) => answerOf(responseOf(record, names.userId), name),
        }),
      ),
    ]
  }
  const everybody: ExportColumn = {
    name: 'responses',
    form: 'json',
    valueOf: ({ responses }) => nested(responses, names),
  }
  if (choice.layout !== 'columns') return [everybody]
  const people = names.people.flatMap((id) => {
    const username = names.users.get(id)
    return username === undefined ? [] : [{ id, username }]
  })
  const known = new Set(people.map(({ id }) => id))
  return [
    ...people.map(
      ({ id, username }): ExportColumn => ({
        name: `status.${username}`,
        form: 'text',
        valueOf: (record) => responseOf(record, id)?.status,
      }),
    ),
    ...schema.questions.flatMap(({ name, settings }) =>
      people.map(
        ({ id, username }): ExportColumn => ({
          name: `answers.${name}.${username}`,
          form: answerForm(settings.type),
          valueOf: (record) => answerOf(responseOf(record, id), name),
        }),
      ),
    ),
    // Deleted users have no name for a column, and others may have started to answer after the columns were fixed.
    {
      ...everybody,
      valueOf: ({ responses }) =>
        nested(
          responses?.filter(({ user_id }) => user_id === null || !known.has(user_id)),
          names,
        ),
    },
  ]
}

/** The answer columns of an export with one row per answer; cells keep their JSON type. */
export const answerRowColumns: readonly TableColumn[] = ANSWER_ROW_COLUMNS.map((name) => ({ name, form: 'text' }))

/** The cells of `answerRowColumns` for each answer of a record; a response without answers and a record without responses are one row. */
export function answerRows({ responses }: ExportSource, schema: DatasetSchema, names: ExportNames): ExportCell[][] {
  const rows = (responses ?? []).flatMap((response) => {
    const who = response.user_id === null ? undefined : (names.users.get(response.user_id) ?? response.user_id)
    const answers = schema.questions.flatMap(({ name }): ExportCell[][] => {
      const answer = answerOf(response, name)
      return answer === undefined ? [] : [[who, response.status, name, answer]]
    })
    return answers.length > 0 ? answers : [[who, response.status, undefined, undefined]]
  })
  return rows.length > 0 ? rows : [[undefined, undefined, undefined, undefined]]
}

/** How answers to a question of this type are written in text formats. */
export function answerForm(type: string): ColumnForm {
  return type === 'text' || type === 'label_selection' ? 'text' : type === 'rating' ? 'number' : 'json'
}

function responseOf({ responses }: ExportSource, userId: string): Response | undefined {
  return responses?.find(({ user_id }) => user_id === userId)
}

function answerOf(response: Response | undefined, question: string): ExactJson | undefined {
  const answer = keyOf(response?.values, question)
  return keyOf(answer, 'value')
}

function nested(responses: ExportSource['responses'], { users }: ExportNames): ExactJson | undefined {
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

/** An own property of an object. */
export function keyOf(object: ExactJson | undefined, key: string): ExactJson | undefined {
  return isExactObject(object) && Object.hasOwn(object, key) ? object[key] : undefined
}
