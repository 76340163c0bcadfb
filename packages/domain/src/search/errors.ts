/** A query with a syntax error in the classic query language, or with a condition that is not possible for the type of its field. */
export class QuerySyntaxError extends Error {
  override name = 'QuerySyntaxError'
  /** The whole query, as given. */
  readonly query: string
  /** Explanation for the user. */
  readonly reason: string

  constructor(query: string, reason: string) {
    super(`Failed to parse query [${query}]`)
    this.query = query
    this.reason = reason
  }
}

/** An error in one part of a query. `readingQuery` turns it into a `QuerySyntaxError` with the whole query. */
export class QueryPartError extends Error {
  override name = 'QueryPartError'
}

/** Run a step of parsing a query, and turn each `QueryPartError` into a `QuerySyntaxError` with the whole query. */
export function readingQuery<Result>(query: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof QueryPartError) throw new QuerySyntaxError(query, error.message)
    throw error
  }
}
