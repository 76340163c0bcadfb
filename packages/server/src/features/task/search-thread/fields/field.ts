import { matchesQuery, type QueryLeaf } from '@postil/domain/search/index'
import type { SealedColumn } from '../../segments/column/sealed-column'
import type { FoundColumn } from '../../segments/segment'
import type { ColumnSpec } from '../columns/columns'
import { NumberColumn } from '../columns/number-column'
import type { TermColumn } from '../columns/term-column'
import type { DocRange, DocSet } from '../doc-set'
import { boundsOf, collectTerms } from './collect-terms'

/** A column of documents with consecutive ordinals: those of a segment, or those of the tail, which is newer than all segments. */
export interface Piece {
  base: number
  size: number
  sealed?: FoundColumn | undefined
  tail?: TermColumn | NumberColumn
}

/** One field of all documents of a dataset, as a list of pieces. */
export class Field {
  constructor(
    readonly spec: ColumnSpec,
    readonly pieces: readonly Piece[],
  ) {}

  /**
   * Add all documents of a range that satisfy a condition on this field, including dead ones.
   *
   * @param into - the documents of the range, numbered from its start
   */
  collect(leaf: QueryLeaf, range: DocRange, into: DocSet): void {
    for (const { base, size, sealed, tail } of this.pieces) {
      if (base < range.base || base + size > range.base + range.size) continue
      const part = into.part(base - range.base, size)
      if (sealed?.isWhole) collectWhole(sealed.column, leaf, part)
      else if (sealed) sealed.column.collect(leaf, part)
      else if (tail) collectInTail(tail, leaf, part)
    }
  }

  collectPresent(into: DocSet): void {
    for (const { base, size, sealed, tail } of this.pieces) {
      const part = into.part(base, size)
      if (sealed) sealed.column.collectPresent(part)
      else tail?.collectPresent(part)
    }
  }

  /** The piece that contains a document, and its index there. */
  at(ordinal: number): { piece: Piece; doc: number } | undefined {
    const piece = this.pieces.find(({ base, size }) => ordinal >= base && ordinal < base + size)
    return piece && { piece, doc: ordinal - piece.base }
  }
}

/** Add the documents that satisfy a condition on the terms of their values, for a column that contains only whole values. */
function collectWhole(column: SealedColumn, leaf: QueryLeaf, into: DocSet): void {
  if (leaf.type === 'exists') column.collectPresent(into)
  else {
    const { source } = leaf.field
    column.collectIds(
      column.matching((value) => matchesQuery(leaf, new Map([[source, [value]]]))),
      into,
    )
  }
}

function collectInTail(column: TermColumn | NumberColumn, leaf: QueryLeaf, into: DocSet): void {
  if (leaf.type === 'exists') column.collectPresent(into)
  else if (column instanceof NumberColumn) {
    const bounds = boundsOf(leaf)
    if (bounds) column.collectRange(bounds.min, bounds.max, into)
  } else collectTerms(column, leaf, into)
}
