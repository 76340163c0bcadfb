import type { Task } from '@postil/contract/task/constants'
import type { TaskQuery } from '@postil/contract/task/query'
import {
  allOf,
  anyOf,
  noneOf,
  parseDate,
  parseLucene,
  type Query,
  QuerySyntaxError,
  resolveQuery,
  type SearchField,
  type SearchSchema,
} from '@postil/domain/search/index'
import { metadataNumber } from '@postil/domain/task-records/metadata-type'
import { AppError } from '../../../errors'
import { badRequest, invalidTextSearch } from '../../../wire/classic-errors'

/** A query object, resolved against a dataset's fields. */
export interface CompiledQuery {
  query: Query
  /** The query text alone, if there is one: the part that is highlighted. */
  text: Query | undefined
}

/** Which filters the API of a task has. */
const CLASS_FILTERS: Record<Task, { labels: boolean; rules: boolean }> = {
  TextClassification: { labels: true, rules: true },
  TokenClassification: { labels: true, rules: false },
  Text2Text: { labels: false, rules: false },
}

/**
 * Compile a query object (classic-api §7) into one condition. If ids are given, all other keys are ignored. Throws an `invalid_text_search`
 * error for an invalid query.
 */
export function compileTaskQuery(given: TaskQuery, task: Task, schema: SearchSchema, nowMs: number): CompiledQuery {
  if (given.raw_query) throw badRequest('raw_query is not supported: use query_text and the filters')
  if (given.ids && given.ids.length > 0) return { query: anyTerm(schema, 'id', given.ids.map(String)), text: undefined }
  const text = compileQueryText(given.query_text, schema, nowMs)
  const has = CLASS_FILTERS[task]
  const filters: Query[] = [
    text ?? { type: 'all' },
    terms(schema, 'status', given.status),
    ...(has.labels
      ? [terms(schema, 'predicted_as', given.predicted_as), terms(schema, 'annotated_as', given.annotated_as)]
      : []),
    terms(schema, 'predicted_by', given.predicted_by),
    terms(schema, 'annotated_by', given.annotated_by),
    terms(schema, 'predicted', given.predicted ? [given.predicted] : undefined),
    scoreRange(schema, given.score),
    scoreRange(schema, given.confidence),
    given.has_annotation ? exists(schema, 'annotated_by') : { type: 'all' },
    given.has_prediction ? exists(schema, 'predicted_by') : { type: 'all' },
    ...Object.entries(given.metadata ?? {}).map(([key, values]) => metadataFilter(schema, key, [values].flat(), nowMs)),
    has.rules ? uncovered(given.uncovered_by_rules, schema, nowMs) : { type: 'all' },
    has.rules && given.by_rules ? byRules(given.by_rules, schema, nowMs) : { type: 'all' },
  ]
  return { query: allOf(filters), text }
}

/** Compile a query text; undefined when it is blank. Throws an `invalid_text_search` error. */
export function compileQueryText(
  text: string | null | undefined,
  schema: SearchSchema,
  nowMs: number,
): Query | undefined {
  if (text === undefined || text === null || text.trim() === '') return undefined
  try {
    return resolveQuery(parseLucene(text), schema, { query: text, nowMs })
  } catch (cause) {
    if (cause instanceof QuerySyntaxError) throw invalidTextSearch(`${cause.message}: ${cause.reason}`)
    throw cause
  }
}

/** Compile the queries of rules, leaving out invalid ones: rules are stored without validation, and one must not block the others. */
export function compileRules(queries: readonly string[], schema: SearchSchema, nowMs: number): Query[] {
  return queries.flatMap((query) => {
    try {
      return [compileQueryText(query, schema, nowMs) ?? { type: 'all' }]
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'invalid_text_search') return []
      throw cause
    }
  })
}

/** The records that none of these rules matches. */
function uncovered(rules: readonly string[] | null | undefined, schema: SearchSchema, nowMs: number): Query {
  return noneOf(anyOf(compileRules(rules ?? [], schema, nowMs)))
}

/** The records that these rules match, by how the rules compare with the annotations. Rules with an invalid query match nothing. */
function byRules({ rules, outcome }: NonNullable<TaskQuery['by_rules']>, schema: SearchSchema, nowMs: number): Query {
  const read = rules.flatMap(({ query, labels }) =>
    compileRules([query], schema, nowMs).map((matches) => ({ matches, labels })),
  )
  const annotated = exists(schema, 'annotated_as')
  const isRight = (labels: readonly string[]) => allOf(labels.map((label) => anyTerm(schema, 'annotated_as', [label])))
  const wrong = anyOf(read.map(({ matches, labels }) => allOf([matches, noneOf(isRight(labels))])))
  const matched = anyOf(read.map(({ matches }) => matches))
  switch (outcome) {
    case 'incorrect':
      return allOf([annotated, wrong])
    case 'correct':
      return allOf([annotated, matched, noneOf(wrong)])
    case 'not_annotated':
      return allOf([matched, noneOf(annotated)])
    case 'disputed': {
      const byLabels = new Map<string, Query[]>()
      for (const { matches, labels } of read) {
        const key = JSON.stringify(labels.toSorted())
        byLabels.set(key, [...(byLabels.get(key) ?? []), matches])
      }
      return twoOf([...byLabels.values()].map(anyOf))
    }
  }
}

/** The records that at least two of these queries match. Splitting in halves keeps the result small: each query occurs once per level. */
function twoOf(queries: readonly Query[]): Query {
  if (queries.length < 2) return { type: 'none' }
  const middle = queries.length >> 1
  const [left, right] = [queries.slice(0, middle), queries.slice(middle)]
  return anyOf([twoOf(left), twoOf(right), allOf([anyOf(left), anyOf(right)])])
}

function terms(schema: SearchSchema, name: string, values: readonly string[] | null | undefined): Query {
  return values && values.length > 0 ? anyTerm(schema, name, values) : { type: 'all' }
}

function anyTerm(schema: SearchSchema, name: string, values: readonly string[]): Query {
  return withField(schema, name, (field) => anyOf(values.map((term) => ({ type: 'term', field, term }))))
}

function exists(schema: SearchSchema, name: string): Query {
  return withField(schema, name, (field) => ({ type: 'exists', field }))
}

/** A field that the task does not have matches nothing. */
function withField(schema: SearchSchema, name: string, make: (field: SearchField) => Query): Query {
  const field = schema.find(name)
  return field ? make(field) : { type: 'none' }
}

function scoreRange(schema: SearchSchema, score: TaskQuery['score']): Query {
  if (!score || (typeof score.from !== 'number' && typeof score.to !== 'number')) return { type: 'all' }
  const bound = (value: number | null | undefined) =>
    typeof value === 'number' ? { value, inclusive: true } : undefined
  return withField(schema, 'score', (field) => ({ type: 'range', field, min: bound(score.from), max: bound(score.to) }))
}

/** Equality with any of these values, by the type of the key. */
function metadataFilter(schema: SearchSchema, key: string, values: readonly string[], nowMs: number): Query {
  if (values.length === 0) return { type: 'all' }
  return withField(schema, `metadata.${key}`, (field) => anyOf(values.map((value) => equals(field, value, nowMs))))
}

function equals(field: SearchField, text: string, nowMs: number): Query {
  switch (field.kind) {
    case 'number': {
      const value = metadataNumber(text)
      if (value === undefined) throw invalidTextSearch(`${field.name} holds numbers, and ${text} is none`)
      return { type: 'range', field, min: { value, inclusive: true }, max: { value, inclusive: true } }
    }
    case 'date': {
      const span = parseDate(text, nowMs)
      if (!span) throw invalidTextSearch(`${field.name} holds dates, and ${text} is none`)
      return {
        type: 'range',
        field,
        min: { value: span.from, inclusive: true },
        max: { value: span.before, inclusive: false },
      }
    }
    case 'boolean': {
      const word = text.toLowerCase()
      if (word !== 'true' && word !== 'false') throw invalidTextSearch(`${field.name} is either true or false`)
      return { type: 'flag', field, value: word === 'true' }
    }
    case 'kw':
    case 'std':
    case 'ws':
    case 'presence':
      return { type: 'term', field, term: text }
  }
}
