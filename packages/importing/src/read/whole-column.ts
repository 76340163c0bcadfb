import type { Json } from '@postil/contract/shapes'
import type { TextRange } from '@postil/domain/spans/ranges'
import { readRanking } from './read-cell'
import type { Cell } from './source-row'

// Facts about a column that no single cell shows.

/** Rows that are looked at: more would tell nothing new. */
const ROWS = 1000
/** Part of a word whose edges can be seen: not a letter of a script without spaces between words. */
const WORD =
  /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}\p{M}]/u

/** Counts, for one column of spans, in how many rows they fit the text of each other column. */
export class SpanFits {
  readonly #byColumn = new Map<number, number>()
  #rows = 0

  /** The number of rows by the index of the column; columns without any are left out. */
  get byColumn(): ReadonlyMap<number, number> {
    return this.#byColumn
  }

  add(spans: readonly TextRange[], cells: readonly Cell[]): void {
    if (this.#rows >= ROWS) return
    this.#rows += 1
    const end = spans.reduce((last, span) => Math.max(last, span.end), 0)
    // A code point has at most two units: what is after the last span is not looked at, since texts may be long.
    for (const [index, cell] of cells.entries())
      if (typeof cell === 'string' && cell.length >= end && fits(spans, [...cell.slice(0, 2 * end + 2)]))
        this.#byColumn.set(index, (this.#byColumn.get(index) ?? 0) + 1)
  }
}

/** Whether the cells of a column rank the same items as `a > b`, in different orders; other texts with such a sign, such as paths of categories, do not. */
export class TextRankings {
  #items: Set<string> | undefined
  #cells = 0
  #hasOrders = false

  /** The items in the order of the first cell; undefined when the column has other cells, or the same order in all. */
  get items(): readonly string[] | undefined {
    return this.#items && this.#hasOrders ? [...this.#items] : undefined
  }

  /** @param cell - of the column, undefined for one that is a list */
  add(cell: Json | undefined): void {
    this.#cells += 1
    if (this.#cells > 1 && !this.#items) return
    const values = (typeof cell === 'string' ? readRanking(cell) : undefined)?.map(({ value }) => value) ?? []
    this.#items ??= new Set(values)
    const different = new Set(values)
    const isSame = different.size === values.length && different.size === this.#items.size
    if (!isSame || different.has('') || !values.every((value) => this.#items?.has(value))) this.#items = undefined
    else this.#hasOrders ||= [...this.#items].some((item, at) => item !== values[at])
  }
}

/** Whether all spans, in code points, are inside the text, and begin and end with words. */
function fits(spans: readonly TextRange[], text: readonly string[]): boolean {
  return spans.every(({ start, end }) => end <= text.length && isEdge(text, start) && isEdge(text, end))
}

function isEdge(text: readonly string[], at: number): boolean {
  return !(WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? ''))
}
