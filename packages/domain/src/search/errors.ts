/** A query text that breaks the rules of the classic language, or asks a field for something its type cannot answer. */
export class QuerySyntaxError extends Error {
  override name = 'QuerySyntaxError'
  /** The whole query, as given. */
  readonly query: string
  /** What is wrong, for a reader. */
  readonly reason: string

  constructor(query: string, reason: string) {
    super(`Failed to parse query [${query}]`)
    this.query = query
    this.reason = reason
  }
}

/** What is wrong with one part of a query; whoever knows the whole query makes a `QuerySyntaxError` of it. */
export class QueryPartError extends Error {
  override name = 'QueryPartError'
}

/** Run a step of reading a query; its part errors become errors of that query. */
export function readingQuery<Result>(query: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof QueryPartError) throw new QuerySyntaxError(query, error.message)
    throw error
  }
}
