import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import { isPostgres } from './engines/is-postgres'
import type { Db } from './tables'

/** Forms of one query that are kept for each engine; further ones are compiled each time. */
const MOST_FORMS = 32
/** A query with more values is a list of rows that are rarely as many again. */
const MOST_VALUES = 200

/**
 * A query that is built and compiled once, since that takes longer than to run it. Only the values change from call to call. One that takes lists
 * has a form for each of their lengths, and one that takes rows a form for each choice of columns.
 *
 * @param build - gets placeholders in the place of the values, of the same shape: they go into the query as values, and nothing else may depend
 *   on them but the length of a list. Booleans choose the form of the query and stay what they are. What is undefined is left out; null is a value.
 */
export function prepared<D extends Db, Params extends object, Row>(
  build: (db: D, params: Params) => Compilable<Row>,
): (db: D, params: Params) => Promise<QueryResult<Row>> {
  const forms = { sqlite: new Map<string, CompiledQuery<Row>>(), postgres: new Map<string, CompiledQuery<Row>>() }
  return (db, params) => {
    const known = isPostgres(db) ? forms.postgres : forms.sqlite
    const values: unknown[] = []
    const form = collect(params, values)
    let query = known.get(form)
    if (!query) {
      if (values.length > MOST_VALUES || known.size >= MOST_FORMS)
        return db.getExecutor().executeQuery(build(db, params).compile())
      query = build(db, placeholdersFor(params, { next: 0 })).compile()
      known.set(form, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value))
    return db.getExecutor().executeQuery({ ...query, parameters })
  }
}

/** Stands for the value with this number, in the order in which `collect` meets them. */
class Placeholder {
  constructor(readonly index: number) {}
  [Symbol.toPrimitive](): never {
    throw new Error('A value of a prepared query can only be put into the query.')
  }
}

/** Gathers the values; returns what else tells one form of the query from another. */
function collect(params: unknown, values: unknown[]): string {
  // With its length: a list of none and one of one value would read the same.
  if (Array.isArray(params)) return `[${params.length}:${params.map((one) => collect(one, values)).join()}]`
  if (typeof params === 'boolean') return `:${params}`
  if (!isPlainObject(params)) {
    values.push(params)
    return ''
  }
  let form = '{'
  for (const name of Object.keys(params)) {
    const value = params[name]
    if (value !== undefined) form += `${name}${collect(value, values)} `
  }
  return `${form}}`
}

function placeholdersFor<T>(params: T, count: { next: number }): T {
  if (Array.isArray(params)) return params.map((one) => placeholdersFor(one, count)) as T
  if (typeof params === 'boolean') return params
  if (!isPlainObject(params)) return new Placeholder(count.next++) as T
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, placeholdersFor(value, count)])) as T
}

/** Not a Buffer or the like, which is one value. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
