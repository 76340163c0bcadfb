import type { TextRange } from '@postil/domain/spans/ranges'
import type { Cell } from './source-row'

/** Rows that are looked at: more would tell nothing new, and texts may be long. */
const ROWS = 1000
const WORD = /[\p{L}\p{N}\p{M}]/u

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
    for (const [index, cell] of cells.entries())
      if (typeof cell === 'string' && fits(spans, [...cell]))
        this.#byColumn.set(index, (this.#byColumn.get(index) ?? 0) + 1)
  }
}

/** Whether all spans, in code points, are inside the text, and begin and end with words. */
function fits(spans: readonly TextRange[], text: readonly string[]): boolean {
  return spans.every(({ start, end }) => end <= text.length && isEdge(text, start) && isEdge(text, end))
}

function isEdge(text: readonly string[], at: number): boolean {
  return !(WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? ''))
}
