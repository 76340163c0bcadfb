/** Resolves a syntax tree for the fields of a dataset: words become terms, scopes become fields, operators become Boolean algebra. */
import { allOf, anyOf, type FieldScope, noneOf, type Query, type Syntax, type SyntaxClause } from './ast'
import { QueryPartError, readingQuery } from './errors'
import { readLeaf, type SyntaxLeaf } from './resolve-leaf'
import type { SearchField, SearchSchema } from './schema'

/** Context of a query. */
export interface ResolveOptions {
  /** The query as written, for error messages. */
  query: string
  /** The value of `now` in dates, in milliseconds since 1970. */
  nowMs: number
}

/**
 * Turn a parsed query into a condition on the terms of a dataset. An unknown field matches nothing.
 *
 * @throws QuerySyntaxError when a condition is not possible for the type of its field
 */
export function resolveQuery(syntax: Syntax, schema: SearchSchema, { query, nowMs }: ResolveOptions): Query {
  return readingQuery(query, () => resolveNode(syntax, schema, nowMs) ?? { type: 'none' })
}

/** The condition for a part, or undefined when tokenising leaves no words (`text:\!`): such a part has no effect. */
function resolveNode(node: Syntax, schema: SearchSchema, nowMs: number): Query | undefined {
  switch (node.type) {
    case 'all':
    case 'none':
      return node
    case 'clauses':
      return resolveClauses(node.clauses, (clause) => resolveNode(clause, schema, nowMs))
    case 'exists':
      return anyOf(existingFields(node.scope, schema).map((field) => ({ type: 'exists', field })))
    case 'words':
    case 'prefix':
    case 'wildcard':
    case 'fuzzy':
    case 'regex':
    case 'range':
      return resolveLeaf(node, schema, nowMs)
  }
}

function resolveLeaf(node: SyntaxLeaf, schema: SearchSchema, nowMs: number): Query | undefined {
  const fields = fieldsOf(node.scope, schema)
  if (fields.length === 0) return { type: 'none' }
  // When there are several fields, those for whose type the condition is not possible are skipped.
  const lenient = fields.length > 1 || node.scope.kind === 'pattern'
  const found = fields.flatMap((field) => readField(node, field, nowMs, lenient) ?? [])
  return found.length === 0 ? undefined : anyOf(found)
}

function readField(node: SyntaxLeaf, field: SearchField, nowMs: number, lenient: boolean): Query | undefined {
  try {
    return readLeaf(node, field, nowMs)
  } catch (error) {
    if (lenient && error instanceof QueryPartError) return { type: 'none' }
    throw error
  }
}

type Role = 'must' | 'should' | 'mustNot'

/**
 * Lucene's rules for clauses with AND as the default operator: AND makes the clauses on both sides required, OR makes both optional,
 * overriding earlier operators. The operator before a clause without words still applies to the preceding clause.
 */
function resolveClauses(
  clauses: readonly SyntaxClause[],
  resolve: (node: Syntax) => Query | undefined,
): Query | undefined {
  const kept: { role: Role; query: Query }[] = []
  for (const { conjunction, negated, node } of clauses) {
    const last = kept.at(-1)
    if (last && last.role !== 'mustNot' && conjunction !== 'none') last.role = conjunction === 'and' ? 'must' : 'should'
    const query = resolve(node)
    if (query) kept.push({ role: negated ? 'mustNot' : conjunction === 'or' ? 'should' : 'must', query })
  }
  if (kept.length === 0) return undefined
  const having = (role: Role) => kept.filter((clause) => clause.role === role).map((clause) => clause.query)
  const must = having('must')
  const should = having('should')
  // Optional clauses only matter when no clause is required: then at least one of them must match.
  const wanted = must.length > 0 ? must : should.length > 0 ? [anyOf(should)] : []
  return allOf([...wanted, ...having('mustNot').map(noneOf)])
}

function fieldsOf(scope: FieldScope, schema: SearchSchema): readonly SearchField[] {
  switch (scope.kind) {
    case 'default':
      return schema.defaults
    case 'named':
      return [schema.find(scope.name) ?? []].flat()
    case 'pattern':
      return schema.fields.filter((field) => isNameMatch(scope.pattern, field.name))
  }
}

/** The fields for an existence test. An object exists when any field in it has a value: `_exists_:metadata`. */
function existingFields(scope: FieldScope, schema: SearchSchema): readonly SearchField[] {
  const fields = fieldsOf(scope, schema)
  if (scope.kind !== 'named' || fields.length > 0) return onePerSource(fields)
  return onePerSource(schema.fields.filter((field) => field.name.startsWith(`${scope.name}.`)))
}

function onePerSource(fields: readonly SearchField[]): SearchField[] {
  return fields.filter((field, index) => fields.findIndex((other) => other.source === field.source) === index)
}

/** Whether a field name matches a pattern, in which `*` is the only special character. */
function isNameMatch(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return name === pattern
  if (!name.startsWith(first)) return false
  let at = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
