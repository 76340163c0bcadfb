/**
 * Regular expressions as immutable, interned values: equal expressions are the same object. `RegexFactory` normalises them, so that
 * matching by derivatives terminates: alternatives are flat sets, sequences are right-associative, and a sequence after alternatives is
 * distributed over them.
 */

/** A set of code points, as inclusive ranges. */
export interface CharRanges {
  readonly ranges: readonly (readonly [from: number, to: number])[]
  readonly negated: boolean
}

/** An expression. `weight` is the number of steps to compute one derivative of it. */
export type RegexNode = { readonly id: number; readonly nullable: boolean; readonly weight: number } & RegexShape

type RegexShape =
  | { readonly type: 'nothing' }
  | { readonly type: 'empty' }
  | ({ readonly type: 'char' } & CharRanges)
  | { readonly type: 'sequence'; readonly first: RegexNode; readonly rest: RegexNode }
  | { readonly type: 'either'; readonly of: readonly RegexNode[] }
  | { readonly type: 'both'; readonly of: readonly RegexNode[] }
  | { readonly type: 'complement'; readonly of: RegexNode }
  | { readonly type: 'repeat'; readonly of: RegexNode; readonly min: number; readonly max: number }
  | ({ readonly type: 'interval'; readonly read: string } & DecimalInterval)

/** Decimal numbers from `min` to `max`. If `width` is above 0, they have exactly that number of digits. */
export interface DecimalInterval {
  readonly min: number
  readonly max: number
  readonly width: number
}

/** Creates and interns the nodes of one expression. */
export class RegexFactory {
  readonly #known = new Map<string, RegexNode>()
  readonly nothing = this.#make('0', { type: 'nothing' }, false, 1)
  readonly empty = this.#make('1', { type: 'empty' }, true, 1)
  readonly anyChar = this.char({ ranges: [], negated: true })
  readonly anyString = this.repeat(this.anyChar, 0, Number.POSITIVE_INFINITY)

  /** Number of nodes created so far. */
  get size(): number {
    return this.#known.size
  }

  char({ ranges, negated }: CharRanges): RegexNode {
    const key = `c${negated ? '^' : ''}${ranges.map((range) => range.join('-')).join(',')}`
    return this.#make(key, { type: 'char', ranges, negated }, false, 1)
  }

  sequence(first: RegexNode, rest: RegexNode): RegexNode {
    if (first.type === 'nothing' || rest.type === 'nothing') return this.nothing
    if (first.type === 'empty') return rest
    if (rest.type === 'empty') return first
    if (first.type === 'sequence') return this.sequence(first.first, this.sequence(first.rest, rest))
    if (first.type === 'either') return this.either(first.of.map((node) => this.sequence(node, rest)))
    const weight = first.weight + (first.nullable ? rest.weight : 0)
    return this.#make(
      `s${first.id}.${rest.id}`,
      { type: 'sequence', first, rest },
      first.nullable && rest.nullable,
      weight,
    )
  }

  either(nodes: readonly RegexNode[]): RegexNode {
    const of = distinct(
      nodes.flatMap((node) => (node.type === 'either' ? node.of : node.type === 'nothing' ? [] : [node])),
    )
    const [first] = of
    if (!first) return this.nothing
    if (of.length === 1) return first
    if (of.includes(this.anyString)) return this.anyString
    return this.#make(`|${ids(of)}`, { type: 'either', of }, of.some(isNullable), weigh(of))
  }

  both(nodes: readonly RegexNode[]): RegexNode {
    const of = distinct(
      nodes.flatMap((node) => (node.type === 'both' ? node.of : node === this.anyString ? [] : [node])),
    )
    const [first] = of
    if (!first) return this.anyString
    if (of.includes(this.nothing)) return this.nothing
    if (of.length === 1) return first
    return this.#make(`&${ids(of)}`, { type: 'both', of }, of.every(isNullable), weigh(of))
  }

  complement(of: RegexNode): RegexNode {
    if (of.type === 'complement') return of.of
    if (of === this.nothing) return this.anyString
    if (of === this.anyString) return this.nothing
    return this.#make(`~${of.id}`, { type: 'complement', of }, !of.nullable, of.weight)
  }

  repeat(of: RegexNode, min: number, max: number): RegexNode {
    if (max === 0 || of.type === 'empty') return this.empty
    if (of.type === 'nothing') return min === 0 ? this.empty : this.nothing
    if (min === 1 && max === 1) return of
    // An expression that matches the empty string needs no minimum of repetitions, and derivatives cannot count them in that case.
    const owed = of.nullable ? 0 : min
    return this.#make(`r${of.id}.${owed}.${max}`, { type: 'repeat', of, min: owed, max }, owed === 0, of.weight)
  }

  /** @param read - the digits matched so far */
  interval({ min, max, width }: DecimalInterval, read: string): RegexNode {
    const longest = width > 0 ? width : String(max).length
    if (read.length > longest) return this.nothing
    const value = Number(read)
    const accepted = read !== '' && (width === 0 || read.length === width) && value >= min && value <= max
    return this.#make(`i${min}.${max}.${width}.${read}`, { type: 'interval', min, max, width, read }, accepted, 1)
  }

  #make(key: string, shape: RegexShape, nullable: boolean, weight: number): RegexNode {
    const known = this.#known.get(key)
    if (known) return known
    const node: RegexNode = { ...shape, id: this.#known.size, nullable, weight }
    this.#known.set(key, node)
    return node
  }
}

function distinct(nodes: readonly RegexNode[]): RegexNode[] {
  return [...new Set(nodes)].sort((one, other) => one.id - other.id)
}

function ids(nodes: readonly RegexNode[]): string {
  return nodes.map((node) => node.id).join(',')
}

function weigh(nodes: readonly RegexNode[]): number {
  return nodes.reduce((sum, node) => sum + node.weight, 0)
}

function isNullable(node: RegexNode): boolean {
  return node.nullable
}
