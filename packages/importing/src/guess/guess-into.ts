import type { ColumnPlan, ColumnUse, DatasetSchema, ImportPlan } from '../plan/plan'
import type { ColumnProfile } from '../read/profile'

/** Usual names of id columns. */
export const ID_NAME = /^(_?id|idx|index|uuid|guid|key|external_id|record_id|doc_id|[a-z]+_id)$/i

/** Match the columns of a file to an existing dataset by name or title, ignoring case. */
export function guessInto(
  file: { rows: number; columns: readonly ColumnProfile[] },
  schema: DatasetSchema,
): Pick<ImportPlan, 'columns' | 'questions' | 'hasContentIds'> {
  const taken = new Set<string>()
  const columns = file.columns.map((profile): ColumnPlan => {
    const use = match(profile, schema)
    const key = use.kind === 'nothing' ? undefined : JSON.stringify([use.kind, 'name' in use && use.name])
    if (use.kind === 'nothing' || key === undefined || taken.has(key))
      return { source: profile.name, use: { kind: 'nothing' } }
    if (use.kind !== 'suggestion') taken.add(key)
    return { source: profile.name, use }
  })
  // One text column for a dataset with one text field.
  const [field] = schema.fields
  const texts = columns.filter((_, index) => (file.columns[index]?.filled ?? 0) > 0)
  const [only] = texts
  if (field && only && texts.length === 1 && only.use.kind === 'nothing') {
    return {
      columns: columns.map((one) => (one === only ? { ...one, use: fieldUse(field) } : one)),
      questions: schema.questions,
      hasContentIds: true,
    }
  }
  const known = withId(columns, file)
  return { columns: known, questions: schema.questions, hasContentIds: !known.some(({ use }) => use.kind === 'id') }
}

/** Rows without texts can only update existing records, so one column must be the id. */
function withId(columns: ColumnPlan[], file: { rows: number; columns: readonly ColumnProfile[] }): ColumnPlan[] {
  if (columns.some(({ use }) => use.kind === 'field' || use.kind === 'id')) return columns
  const at = file.columns.findIndex(({ name, isUnique, filled }, index) => {
    return isUnique && filled === file.rows && ID_NAME.test(name) && columns[index]?.use.kind === 'nothing'
  })
  return columns.map((column, index) => (index === at ? { ...column, use: { kind: 'id' } } : column))
}

function match({ name, filled, isUnique, vectorSize }: ColumnProfile, schema: DatasetSchema): ColumnUse {
  const isCalled = (item: { name: string; title: string }) => isSame(item.name, name) || isSame(item.title, name)
  const field = schema.fields.find(isCalled)
  if (field) return fieldUse(field)
  const question = schema.questions.find(isCalled)
  if (question) return { kind: 'suggestion', question: question.name }
  const property = schema.metadata.find(isCalled)
  if (property) {
    const { settings, visible_for_annotators: visible } = property
    return { kind: 'metadata', name: property.name, title: property.title, type: settings.type, visible }
  }
  const vector = schema.vectors.find(isCalled)
  if (vector && vector.dimensions === vectorSize) return { kind: 'vector', ...vector }
  if (isUnique && filled > 0 && /^(_?id|external_id|uuid|doc_id|record_id)$/i.test(name)) return { kind: 'id' }
  return { kind: 'nothing' }
}

function fieldUse({ name, title, required, settings }: DatasetSchema['fields'][number]): ColumnUse {
  return { kind: 'field', name, title, required: required ?? false, markdown: settings.use_markdown }
}

function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
  return plain(one) === plain(other)
}
