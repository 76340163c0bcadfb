/**
 * Parses the query language of classic datasets: Lucene's query string syntax with AND as the default operator. Each clause keeps the
 * operators before it. `resolveQuery` combines them later, because Lucene ignores clauses that contain no words after tokenising.
 */
import type { FieldScope, Syntax, SyntaxClause, WrittenBound, WrittenFuzziness } from '../ast'
import { QueryPartError, readingQuery } from '../errors'
import { compileRegex } from '../regex/regex'
import { LuceneLexer, type LuceneToken, wildcardParts, withoutEscapes } from './lucene-lexer'

/** Maximum number of clauses in a query, as in the reference implementation. */
const MAX_CLAUSES = 1024
/** Maximum length of a query, in UTF-16 units. */
const MAX_QUERY_LENGTH = 32_768
/** Maximum length of a pattern with `*` or `?`, in UTF-16 units: matching time per term grows with it. */
const MAX_PATTERN_LENGTH = 1000
// Maximum nesting of groups, more than anyone writes: guards against a stack overflow.
const MAX_DEPTH = 100

/**
 * Parse a query. A blank query finds everything.
 *
 * @throws QuerySyntaxError for an invalid query
 */
export function parseLucene(query: string): Syntax {
  return readingQuery(query, () => {
    if (query.length > MAX_QUERY_LENGTH)
      throw new QueryPartError(`the query is longer than ${MAX_QUERY_LENGTH} characters`)
    return query.trim() === '' ? { type: 'all' } : new LuceneReader(query).read()
  })
}

class LuceneReader {
  readonly #lexer: LuceneLexer
  #token: LuceneToken
  #clauseCount = 0

  constructor(query: string) {
    this.#lexer = new LuceneLexer(query)
    this.#token = this.#lexer.next()
  }

  read(): Syntax {
    const node = this.#clauses({ kind: 'default' }, 0)
    if (this.#token.type !== 'end') throw new QueryPartError('a closing bracket has no opening one')
    return node
  }

  #clauses(scope: FieldScope, depth: number): Syntax {
    if (depth > MAX_DEPTH) throw new QueryPartError('the query is nested too deeply')
    const clauses: SyntaxClause[] = []
    do {
      this.#clauseCount += 1
      if (this.#clauseCount > MAX_CLAUSES) throw new QueryPartError(`the query has more than ${MAX_CLAUSES} clauses`)
      const conjunction = clauses.length === 0 ? 'none' : this.#conjunction()
      const negated = this.#modifier()
      clauses.push({ conjunction, negated, node: this.#clause(scope, depth) })
    } while (this.#token.type !== 'end' && this.#token.type !== 'close')
    return { type: 'clauses', clauses }
  }

  #conjunction(): SyntaxClause['conjunction'] {
    if (this.#token.type !== 'and' && this.#token.type !== 'or') return 'none'
    const { type } = this.#token
    this.#advance()
    return type
  }

  /** Whether the clause is negated. A plus has no effect, since AND is the default operator. */
  #modifier(): boolean {
    const { type } = this.#token
    if (type === 'plus' || type === 'minus' || type === 'not') this.#advance()
    return type === 'minus' || type === 'not'
  }

  #clause(outer: FieldScope, depth: number): Syntax {
    const token = this.#token
    if (token.type === 'open') return this.#group(outer, depth)
    this.#advance()
    const isField =
      this.#token.type === 'colon' && (token.type === 'term' || (token.type === 'pattern' && token.text === '*'))
    if (!isField) return this.#operand(token, outer)
    this.#advance()
    const scope = scopeOf(withoutEscapes(token.text))
    if (this.#token.type === 'open') return this.#group(scope, depth)
    const operand = this.#token
    this.#advance()
    return this.#operand(operand, scope)
  }

  #group(scope: FieldScope, depth: number): Syntax {
    this.#advance()
    const node = this.#clauses(scope, depth + 1)
    if (this.#token.type !== 'close') throw new QueryPartError('a closing bracket is missing')
    this.#advance()
    this.#skipBoost()
    return node
  }

  /** A word, pattern, phrase, range or regular expression whose first token is already read, with the `~` and `^` after it. */
  #operand(token: LuceneToken, scope: FieldScope): Syntax {
    switch (token.type) {
      case 'rangeStart': {
        const range = parseRange(this.#lexer, token.inclusive)
        this.#token = this.#lexer.next()
        this.#skipBoost()
        return { type: 'range', scope, ...range }
      }
      case 'quoted': {
        const tilde = this.#suffixes()
        return this.#words(scope, withoutEscapes(token.text), true, Math.trunc(Number(tilde ?? 0)))
      }
      case 'regex':
        this.#suffixes()
        // Validates the expression, even if no field will use it.
        compileRegex(token.text, false)
        return { type: 'regex', scope, source: token.text }
      case 'pattern':
        this.#suffixes()
        return patternNode(scope, token.text)
      case 'term': {
        const tilde = this.#suffixes()
        const text = withoutEscapes(token.text)
        if (tilde === undefined) return comparison(scope, text) ?? this.#words(scope, text, false, 0)
        return { type: 'fuzzy', scope, text, fuzziness: fuzzinessOf(tilde) }
      }
      case 'bareOperator':
        this.#suffixes()
        return this.#words(scope, token.text, false, 0)
      case 'end':
        throw new QueryPartError('the query ends too early')
      case 'and':
      case 'or':
      case 'not':
      case 'plus':
      case 'minus':
      case 'open':
      case 'close':
      case 'colon':
      case 'boost':
      case 'tilde':
        throw new QueryPartError('an operator stands where a word is expected')
    }
  }

  #words(scope: FieldScope, text: string, quoted: boolean, slop: number): Syntax {
    if (scope.kind === 'named' && scope.name === '_exists_') return { type: 'exists', scope: scopeOf(text) }
    return { type: 'words', scope, text, quoted, slop }
  }

  /** Skip at most one `~` and one `^`, in either order. @returns the text after the `~`, if there is one */
  #suffixes(): string | undefined {
    let tilde: string | undefined
    let boosted = false
    for (;;) {
      if (this.#token.type === 'tilde' && tilde === undefined) tilde = this.#token.text
      else if (this.#token.type === 'boost' && !boosted) boosted = true
      else return tilde
      this.#advance()
    }
  }

  #skipBoost(): void {
    if (this.#token.type === 'boost') this.#advance()
  }

  #advance(): void {
    // After the opening bracket of a range, `parseRange` reads the tokens with `nextInRange`.
    this.#token = this.#token.type === 'rangeStart' ? this.#token : this.#lexer.next()
  }
}

function scopeOf(name: string): FieldScope {
  return name.includes('*') ? { kind: 'pattern', pattern: name } : { kind: 'named', name }
}

function patternNode(scope: FieldScope, text: string): Syntax {
  if (text.length > MAX_PATTERN_LENGTH)
    throw new QueryPartError(`a pattern is longer than ${MAX_PATTERN_LENGTH} characters`)
  const parts = wildcardParts(text)
  const [first, second] = parts
  if (scope.kind === 'named' && scope.name === '_exists_')
    return { type: 'exists', scope: scopeOf(withoutEscapes(text)) }
  if (first?.kind === 'any' && parts.length === 1) {
    return scope.kind === 'default' || (scope.kind === 'pattern' && scope.pattern === '*')
      ? { type: 'all' }
      : { type: 'exists', scope }
  }
  if (first?.kind === 'literal' && second?.kind === 'any' && parts.length === 2)
    return { type: 'prefix', scope, text: first.text }
  return { type: 'wildcard', scope, parts }
}

/** `>5`, `>=5`, `<5`, `<=5` as a range. As in Lucene, this applies after unescaping, so the operators cannot be escaped. */
function comparison(scope: FieldScope, text: string): Syntax | undefined {
  const found = /^([<>])(=?)([\s\S]+)$/u.exec(text)
  if (!found) return undefined
  const bound = { text: found[3] ?? '', inclusive: found[2] === '=' }
  return found[1] === '>' ? { type: 'range', scope, lower: bound } : { type: 'range', scope, upper: bound }
}

function fuzzinessOf(tilde: string): WrittenFuzziness {
  if (tilde === '') return { kind: 'auto' }
  const number = Number(tilde)
  if (number < 1 && number > 0) return { kind: 'similarity', least: number }
  if (!Number.isInteger(number)) throw new QueryPartError('an edit distance is a whole number')
  return { kind: 'edits', edits: number }
}

/** Both ends of a range; undefined for an open end (`*`). */
interface WrittenRange {
  lower: WrittenBound | undefined
  upper: WrittenBound | undefined
}

/**
 * Parse a range from after its opening bracket up to its closing bracket: `1 TO 5]`. The word TO is optional, as in the reference
 * implementation.
 *
 * @throws QueryPartError when a bound or the bracket is missing
 */
function parseRange(lexer: LuceneLexer, lowerInclusive: boolean): WrittenRange {
  const lower = readBound(lexer, lowerInclusive)
  let token = lexer.nextInRange()
  if (token.type === 'to') token = lexer.nextInRange()
  if (token.type !== 'bound') throw new QueryPartError('a range has no upper bound')
  const { text, quoted } = token
  const end = lexer.nextInRange()
  if (end.type !== 'rangeEnd') throw new QueryPartError('a range has more than two bounds')
  return { lower, upper: boundOf(text, quoted, end.inclusive) }
}

function readBound(lexer: LuceneLexer, inclusive: boolean): WrittenBound | undefined {
  const token = lexer.nextInRange()
  if (token.type !== 'bound') throw new QueryPartError('a range has no lower bound')
  return boundOf(token.text, token.quoted, inclusive)
}

function boundOf(text: string, quoted: boolean, inclusive: boolean): WrittenBound | undefined {
  return text === '*' && !quoted ? undefined : { text: withoutEscapes(text), inclusive }
}
