import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import { isPostgres } from './engines/is-postgres'
import type { Db } from './tables'

/** Maximum number of forms of one query that are cached for each engine; further ones are compiled on each call. */
const MOST_FORMS = 32
/** Maximum number of values in a cached query: with more, it is a list of rows whose number is rarely the same twice. */
const MOST_VALUES = 200

/**
 * Cache a query in compiled form, since compiling takes longer than running it. Only the values differ between calls. A query that takes
 * lists has one form for each of their lengths, one that takes rows one form for each set of columns.
 *
 * @param build - gets placeholders instead of the values, in an object of the same shape: they become parameters of the query, and nothing
 *   else may depend on them except for the length of a list. Booleans select the form of the query and are passed as they are. Undefined
 *   properties are left out; null is a value.
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

/** Represents the value with this number, in the order in which `collect` visits them. */
class Placeholder {
  constructor(readonly index: number) {}
  [Symbol.toPrimitive](): never {
    throw new Error('A value of a prepared query can only be put into the query.')
  }
}

/** Collect the values into a list; returns a key for the form of the query, made from everything else. */
function collect(params: unknown, values: unknown[]): string {
  // The length is included: otherwise an empty list and a list of one value would have the same key.
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

/** False for a Buffer and other class instances, each of which is one value. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
