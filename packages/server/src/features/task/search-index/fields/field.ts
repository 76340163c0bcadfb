import { matchesQuery, type QueryLeaf, termTest } from '@postil/domain/search/index'
import type { SealedColumn } from '../../segments/column/sealed-column'
import type { FoundColumn } from '../../segments/segment'
import type { ColumnSpec } from '../columns/columns'
import { NumberColumn } from '../columns/number-column'
import type { TermColumn } from '../columns/term-column'
import { type DocRange, DocSet } from '../doc-set'
import { hasPhrase } from './phrase-search'

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
  else if (column instanceof NumberColumn) collectNumbers(column, leaf, into)
  else collectTerms(column, leaf, into)
}

function collectNumbers(column: NumberColumn, leaf: QueryLeaf, into: DocSet): void {
  if (leaf.type === 'range') column.collectRange(leaf.min, leaf.max, into)
  else if (leaf.type === 'flag') {
    const value = { value: leaf.value ? 1 : 0, inclusive: true }
    column.collectRange(value, value, into)
  }
}

function collectTerms(column: TermColumn, leaf: QueryLeaf, into: DocSet): void {
  switch (leaf.type) {
    case 'term': {
      const id = column.idOf(leaf.term)
      if (id !== undefined) column.collect([id], into)
      return
    }
    case 'phrase':
      collectPhrase(column, leaf, into)
      return
    case 'prefix':
    case 'wildcard':
    case 'fuzzy':
    case 'regex':
    case 'termRange':
      column.collect(column.matching(termTest(leaf)), into)
      return
    case 'range':
    case 'flag':
    case 'exists':
      return
  }
}

function collectPhrase(
  column: TermColumn,
  { terms, slop }: Extract<QueryLeaf, { type: 'phrase' }>,
  into: DocSet,
): void {
  const ids: number[] = []
  for (const term of terms) {
    const id = column.idOf(term)
    if (id === undefined) return
    ids.push(id)
  }
  let candidates: DocSet | undefined
  for (const id of new Set(ids)) {
    const docs = new DocSet(into.size)
    column.collect([id], docs)
    candidates = candidates ? candidates.intersect(docs) : docs
  }
  candidates?.forEach((ordinal) => {
    if (hasPhrase(column.termsOf(ordinal), ids, slop)) into.add(ordinal)
  })
}
