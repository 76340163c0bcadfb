/** Parses Lucene's regular expressions: `. | & ~ ? * + {n,m} [a-z] "quoted" (group) <1-100> # @ \d \w \s`, always anchored. */
import { QueryPartError } from '../errors'
import type { RegexFactory, RegexNode } from './regex-nodes'

// Maximum nesting of groups, more than anyone writes: guards against a stack overflow.
const MAX_DEPTH = 50
const MAX_REPEAT = 1000

type Range = readonly [from: number, to: number]
const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  d: [[0x30, 0x39]],
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  s: [
    [0x09, 0x0a],
    [0x0d, 0x0d],
    [0x20, 0x20],
  ],
}

/**
 * Parse an expression.
 *
 * @param fold - folds a literal character in the same way as terms, to one character, several or none
 * @throws QueryPartError for an invalid expression
 */
export function parseRegex(source: string, factory: RegexFactory, fold: (char: string) => string): RegexNode {
  return new RegexReader(source, factory, fold).read()
}

class RegexReader {
  readonly #chars: readonly string[]
  #at = 0
  #depth = 0

  constructor(
    source: string,
    private readonly make: RegexFactory,
    private readonly fold: (char: string) => string,
  ) {
    this.#chars = Array.from(source)
  }

  read(): RegexNode {
    if (this.#chars.length === 0) return this.make.empty
    const node = this.#either()
    if (this.#peek() !== undefined) throw new QueryPartError(`unexpected ${this.#peek()} in the regular expression`)
    return node
  }

  #either(): RegexNode {
    const nodes = [this.#both()]
    while (this.#take('|')) nodes.push(this.#both())
    return this.make.either(nodes)
  }

  #both(): RegexNode {
    const nodes = [this.#sequence()]
    while (this.#take('&')) nodes.push(this.#sequence())
    return this.make.both(nodes)
  }

  #sequence(): RegexNode {
    const nodes: RegexNode[] = [this.#repeated()]
    while (this.#peek() !== undefined && !')|&'.includes(this.#peek() ?? '')) nodes.push(this.#repeated())
    return nodes.reduceRight((rest, node) => this.make.sequence(node, rest), this.make.empty)
  }

  #repeated(): RegexNode {
    let node = this.#complement()
    for (;;) {
      if (this.#take('?')) node = this.make.repeat(node, 0, 1)
      else if (this.#take('*')) node = this.make.repeat(node, 0, Number.POSITIVE_INFINITY)
      else if (this.#take('+')) node = this.make.repeat(node, 1, Number.POSITIVE_INFINITY)
      else if (this.#take('{')) node = this.#counted(node)
      else return node
    }
  }

  #counted(node: RegexNode): RegexNode {
    const min = this.#number()
    let max = min
    if (this.#take(',')) max = this.#peek() === '}' ? Number.POSITIVE_INFINITY : this.#number()
    this.#expect('}')
    if (min > max) throw new QueryPartError('a repeat of the regular expression ends below its beginning')
    if (min > MAX_REPEAT || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
      throw new QueryPartError(`a repeat of the regular expression goes beyond ${MAX_REPEAT}`)
    }
    return this.make.repeat(node, min, max)
  }

  #complement(): RegexNode {
    let negated = false
    while (this.#take('~')) negated = !negated
    const node = this.#take('[') ? this.#charClass() : this.#simple()
    return negated ? this.make.complement(node) : node
  }

  #charClass(): RegexNode {
    const negated = this.#take('^')
    const ranges: Range[] = []
    do {
      const named = this.#namedClass()
      if (named) ranges.push(...named)
      else ranges.push(this.#charRange())
    } while (this.#peek() !== undefined && this.#peek() !== ']')
    this.#expect(']')
    return this.make.char({ ranges, negated })
  }

  #charRange(): Range {
    const from = this.#foldedCodePoint(this.#char())
    if (!this.#take('-')) return [from, from]
    const to = this.#foldedCodePoint(this.#char())
    if (from > to) throw new QueryPartError('a range of the regular expression ends below its beginning')
    return [from, to]
  }

  #namedClass(): readonly Range[] | undefined {
    const name = this.#peek() === '\\' ? this.#chars[this.#at + 1] : undefined
    const ranges = name === undefined ? undefined : (CLASSES[name] ?? invert(CLASSES[name.toLowerCase()]))
    if (ranges) this.#at += 2
    return ranges
  }

  #simple(): RegexNode {
    if (this.#take('.')) return this.make.anyChar
    if (this.#take('#')) return this.make.nothing
    if (this.#take('@')) return this.make.anyString
    if (this.#take('"')) return this.#quoted()
    if (this.#take('(')) return this.#group()
    if (this.#take('<')) return this.#interval()
    const named = this.#namedClass()
    if (named) return this.make.char({ ranges: named, negated: false })
    return this.#literal(this.#char())
  }

  #quoted(): RegexNode {
    let text = ''
    while (this.#peek() !== undefined && this.#peek() !== '"') text += this.#next()
    this.#expect('"')
    return this.#literal(text)
  }

  #group(): RegexNode {
    if (this.#take(')')) return this.make.empty
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new QueryPartError('the regular expression is nested too deeply')
    const node = this.#either()
    this.#expect(')')
    this.#depth -= 1
    return node
  }

  #interval(): RegexNode {
    let text = ''
    while (this.#peek() !== undefined && this.#peek() !== '>') text += this.#next()
    this.#expect('>')
    const found = /^(\d{1,15})-(\d{1,15})$/.exec(text)
    if (!found) throw new QueryPartError(`<${text}> is no interval of numbers`)
    const [, one = '', other = ''] = found
    const width = one.length === other.length ? one.length : 0
    const interval = { min: Math.min(Number(one), Number(other)), max: Math.max(Number(one), Number(other)), width }
    const node = this.make.interval(interval, '')
    // Numbers without a fixed width may have leading zeros.
    if (width > 0) return node
    return this.make.sequence(this.make.repeat(this.#plain('0'), 0, Number.POSITIVE_INFINITY), node)
  }

  #literal(text: string): RegexNode {
    const chars = Array.from(text).flatMap((char) => Array.from(this.fold(char)))
    return chars.reduceRight((rest, char) => this.make.sequence(this.#plain(char), rest), this.make.empty)
  }

  #plain(char: string): RegexNode {
    const codePoint = char.codePointAt(0) ?? 0
    return this.make.char({ ranges: [[codePoint, codePoint]], negated: false })
  }

  /** A character in a class, folded if the result is a single character, else as written. */
  #foldedCodePoint(char: string): number {
    const folded = Array.from(this.fold(char))
    return (folded.length === 1 ? folded[0] : char)?.codePointAt(0) ?? 0
  }

  #char(): string {
    this.#take('\\')
    return this.#next()
  }

  #number(): number {
    let digits = ''
    while (/^\d$/.test(this.#peek() ?? '')) digits += this.#next()
    if (digits === '' || digits.length > 9) throw new QueryPartError('a number is missing in the regular expression')
    return Number(digits)
  }

  #peek(): string | undefined {
    return this.#chars[this.#at]
  }

  #next(): string {
    const char = this.#peek()
    if (char === undefined) throw new QueryPartError('the regular expression ends too early')
    this.#at += 1
    return char
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false
    this.#at += 1
    return true
  }

  #expect(char: string): void {
    if (!this.#take(char)) throw new QueryPartError(`${char} is missing in the regular expression`)
  }
}

function invert(ranges: readonly Range[] | undefined): readonly Range[] | undefined {
  if (!ranges) return undefined
  const gaps: Range[] = []
  let from = 0
  for (const [start, end] of ranges) {
    if (start > from) gaps.push([from, start - 1])
    from = end + 1
  }
  gaps.push([from, 0x10ffff])
  return gaps
}
