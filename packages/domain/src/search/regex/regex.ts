/**
 * A matcher for regular expressions from users, with bounded running time. It reads the term once, without backtracking: after each
 * character it keeps the expression that the rest of the term must match (Brzozowski's derivative). Derivatives are cached.
 */
import { foldText } from '../../text/fold-text'
import { QueryPartError } from '../errors'
import { RegexFactory, type RegexNode } from './regex-nodes'
import { parseRegex } from './regex-parse'

/** Maximum length of an expression, in UTF-16 units, as in the reference implementation. */
export const MAX_REGEX_LENGTH = 1000
/** Maximum number of open alternatives: bounds the time per character of a term. */
const MAX_REGEX_WEIGHT = 2000
/** Maximum number of alternatives summed over all characters of one term: a few hundred milliseconds. */
const MAX_REGEX_WORK = 400_000
// Maximum number of cached expressions; when it is exceeded, the cache is cleared.
const MAX_NODES = 50_000

/** A compiled expression. */
export interface TermRegex {
  /**
   * Whether the expression matches the whole term.
   *
   * @throws QueryPartError when matching takes too long, which happens only with contrived expressions
   */
  matches(term: string): boolean
}

/**
 * Compile an expression in Lucene's syntax.
 *
 * @param folded - whether it will be used on folded terms; then its literals are folded too, so that `CAFÉ.+` finds `cafes`
 * @throws QueryPartError when the expression is invalid or too large
 */
export function compileRegex(source: string, folded: boolean): TermRegex {
  if (source.length > MAX_REGEX_LENGTH)
    throw new QueryPartError(`the regular expression is longer than ${MAX_REGEX_LENGTH}`)
  return new DerivativeRegex(source, folded ? foldText : (char) => char)
}

class DerivativeRegex implements TermRegex {
  #factory = new RegexFactory()
  #start: RegexNode
  #steps = new Map<RegexNode, Map<number, RegexNode>>()

  constructor(
    private readonly source: string,
    private readonly fold: (char: string) => string,
  ) {
    this.#start = this.#parse()
  }

  matches(term: string): boolean {
    if (this.#factory.size > MAX_NODES) this.#forget()
    let node = this.#start
    let work = 0
    for (let at = 0; at < term.length; ) {
      const codePoint = term.codePointAt(at) ?? 0
      node = this.#after(node, codePoint)
      if (node.type === 'nothing') return false
      if (node === this.#factory.anyString) return true
      work += node.weight
      if (node.weight > MAX_REGEX_WEIGHT || work > MAX_REGEX_WORK) {
        throw new QueryPartError('the regular expression keeps too many alternatives open')
      }
      at += codePoint > 0xffff ? 2 : 1
    }
    return node.nullable
  }

  #parse(): RegexNode {
    const node = parseRegex(this.source, this.#factory, this.fold)
    if (node.weight > MAX_REGEX_WEIGHT) throw new QueryPartError('the regular expression is too large')
    return node
  }

  #forget(): void {
    this.#factory = new RegexFactory()
    this.#steps = new Map()
    this.#start = this.#parse()
  }

  /** The derivative of an expression by a character, from the cache if it is there. */
  #after(node: RegexNode, codePoint: number): RegexNode {
    let steps = this.#steps.get(node)
    if (!steps) {
      steps = new Map()
      this.#steps.set(node, steps)
    }
    const known = steps.get(codePoint)
    if (known) return known
    const next = this.#derive(node, codePoint)
    steps.set(codePoint, next)
    return next
  }

  #derive(node: RegexNode, codePoint: number): RegexNode {
    const make = this.#factory
    switch (node.type) {
      case 'nothing':
      case 'empty':
        return make.nothing
      case 'char':
        return node.ranges.some(([from, to]) => codePoint >= from && codePoint <= to) === node.negated
          ? make.nothing
          : make.empty
      case 'sequence': {
        const goneOn = make.sequence(this.#after(node.first, codePoint), node.rest)
        return node.first.nullable ? make.either([goneOn, this.#after(node.rest, codePoint)]) : goneOn
      }
      case 'either':
        return make.either(node.of.map((part) => this.#after(part, codePoint)))
      case 'both':
        return make.both(node.of.map((part) => this.#after(part, codePoint)))
      case 'complement':
        return make.complement(this.#after(node.of, codePoint))
      case 'repeat':
        return make.sequence(
          this.#after(node.of, codePoint),
          make.repeat(node.of, Math.max(node.min - 1, 0), node.max - 1),
        )
      case 'interval': {
        const digit = codePoint - 0x30
        return digit >= 0 && digit <= 9 ? make.interval(node, node.read + digit) : make.nothing
      }
    }
  }
}
