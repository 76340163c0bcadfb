import type { Json } from '@postil/contract/shapes'
import { readRanking } from './read-cell'

/** Whether all cells of a column rank the same items as `a > b`; other texts with such a sign, such as paths of categories, do not. */
export class TextRankings {
  #items: Set<string> | undefined

  #cells = 0

  /** The items in the order of the first cell; undefined when the column has other cells, or only one. */
  get items(): readonly string[] | undefined {
    return this.#items && this.#items.size > 1 && this.#cells > 1 ? [...this.#items] : undefined
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
  }
}
