/**
 * A matcher for user-given regular expressions that cannot be made to run away. It walks the term once and keeps, instead of positions to
 * come back to, the expression that the rest of the term must match (Brzozowski's derivative); what was computed once is remembered.
 */
import { foldText } from '../../text/fold-text'
import { QueryPartError } from '../errors'
import { RegexFactory, type RegexNode } from './regex-nodes'
import { parseRegex } from './regex-parse'

/** Longest expression, in UTF-16 units, as in the reference. */
export const MAX_REGEX_LENGTH = 1000
/** Most alternatives that may be open at once; the work for one character of a term stays in proportion to it. */
const MAX_REGEX_WEIGHT = 2000
/** Most alternatives followed over all characters of one term, some hundreds of milliseconds. */
const MAX_REGEX_WORK = 400_000
// Beyond so many remembered expressions we forget them all and start over.
const MAX_NODES = 50_000

/** A compiled expression. */
export interface TermRegex {
  /**
   * Whether it matches the whole term.
   *
   * @throws QueryPartError when it takes more than the permitted work, which only contrived expressions do
   */
  matches(term: string): boolean
}

/**
 * Compile an expression in Lucene's syntax.
 *
 * @param folded - whether it will meet folded terms, so that `CAFÉ.+` finds `cafes`
 * @throws QueryPartError when it breaks the rules or is too large
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

  /** What must follow once this character has been read. */
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
