import { cloudWords } from '@postil/domain/task-records/word-cloud'
import {
  blocksRead,
  type ColumnPart,
  costOfCount,
  countSample,
  countValues,
  partOf,
} from '../../segments/column/column-counts'
import type { SealedColumn } from '../../segments/column/sealed-column'
import { TermColumn } from '../columns/term-column'
import type { DocSet } from '../doc-set'
import { Field, type Piece } from './field'
import { CountedTerms, type TermCounts } from './term-counts'

/** Up to this number of documents a word cloud is counted exactly; beyond it, a sample is counted. */
const COUNTED_EXACTLY = 20_000
/** And only up to this number of blocks (32 MB), among which few documents of a large dataset may be scattered. */
const BLOCKS_COUNTED = 500
/** Pieces are counted in one step up to this number of blocks (4 MB), since each step waits for its parts. */
const BLOCKS_A_STEP = 64

/** A field of words or keywords. */
export class TermField extends Field {
  /** Add all documents that contain a term. */
  collectTerm(term: string, into: DocSet): void {
    for (const { base, size, sealed, tail } of this.pieces) {
      const column = sealed?.column ?? (tail instanceof TermColumn ? tail : undefined)
      const id = column?.idOf(term)
      if (id !== undefined) column?.collectIds([id], into.part(base, size))
    }
  }

  /** The terms of all values of a document. */
  termsOf(ordinal: number): string[] {
    const found = this.at(ordinal)
    if (found?.piece.tail instanceof TermColumn) return found.piece.tail.valuesOf(found.doc).flat()
    const terms: string[] = []
    const column = found?.piece.sealed?.column
    column?.forEachId(found?.doc ?? 0, (id) => terms.push(column.termAt(id)))
    return terms
  }

  /**
   * The terms of some documents with their counts.
   *
   * @param eachOnce - count the documents with a term instead of its occurrences
   */
  counted(docs: DocSet, eachOnce: boolean): CountedTerms {
    return new CountedTerms(this.pieces.map((piece) => countPiece(piece, docs.part(piece.base, piece.size), eachOnce)))
  }

  /**
   * The terms of some documents with their counts, for a word cloud. With many documents only a sample is counted and extrapolated, and
   * `isSample` is set.
   *
   * @param most - about how many blocks are read at most: one of each segment, and so many in total
   * @param step - counts the pieces from one on, with a field made for it
   */
  sampled(
    docs: DocSet,
    most = BLOCKS_COUNTED,
    step: PieceStep = (_, count) => count(this),
  ): { terms: CountedTerms; isSample: boolean } {
    const stride = this.strideOf(docs, most)
    const found = this.stepsOf(docs, stride).flatMap((pieces) =>
      step(pieces[0] ?? 0, (field) => pieces.map((at) => field.countPart(at, docs, stride))),
    )
    const counts = this.pieces.map(({ sealed }, at) => {
      const those = found[at] ?? NO_COUNTS
      if (!(those instanceof Int32Array)) return those
      return sealed ? ofSealed(sealed.column, those) : NO_COUNTS
    })
    return { terms: new CountedTerms(counts), isSample: stride > 1 }
  }

  /** The pieces by the steps in which they are counted. */
  private stepsOf(docs: DocSet, stride: number): number[][] {
    const steps: number[][] = []
    let sum = Number.POSITIVE_INFINITY
    for (const [at, { base, size, sealed }] of this.pieces.entries()) {
      const blocks = sealed ? blocksRead(sealed.column.blocks, docs.part(base, size), stride) : 0
      sum += blocks
      if (sum > BLOCKS_A_STEP) {
        steps.push([])
        sum = blocks
      }
      steps.at(-1)?.push(at)
    }
    return steps
  }

  /** Which blocks are counted: every one (1), or every n-th. */
  private strideOf(docs: DocSet, most: number): number {
    const cost = { docs: 0, blocks: 0 }
    const size = { docs: 0, blocks: 0 }
    for (const { base, size: length, sealed } of this.pieces) {
      const part = docs.part(base, length)
      if (sealed) add(cost, costOfCount(sealed.column.blocks, part))
      if (sealed) add(size, partOf(sealed.column.blocks, part))
    }
    if (cost.docs <= COUNTED_EXACTLY && cost.blocks <= most) return 1
    return Math.max(2, Math.ceil(size.docs / COUNTED_EXACTLY), Math.ceil(size.blocks / most))
  }

  /** Count every n-th block of a piece. The counts of a segment refer to none of its parts. */
  private countPart(at: number, docs: DocSet, stride: number): TermCounts | Int32Array {
    const piece = this.pieces[at]
    if (!piece) return NO_COUNTS
    const part = docs.part(piece.base, piece.size)
    const { sealed } = piece
    if (!sealed || (sealed.isWhole && stride === 1)) return countPiece(piece, part, true)
    if (stride === 1) return countValues(sealed.column.blocks, part, true)
    const counts = new Int32Array(sealed.column.terms + 1)
    const all = part.count()
    const seen = countSample(sealed.column.blocks, part, stride, counts)
    for (let id = 0; id < counts.length; id += 1) counts[id] = Math.round(((counts[id] ?? 0) * all) / Math.max(1, seen))
    return counts
  }
}

/** Computes something of the pieces of a field from one on. */
type PieceStep = <T>(first: number, compute: (field: TermField) => T) => T

const NO_COUNTS: TermCounts = { counts: new Int32Array(0), term: () => '', idOf: () => undefined }

function add(sum: ColumnPart, part: ColumnPart): void {
  sum.docs += part.docs
  sum.blocks += part.blocks
}

function countPiece({ sealed, tail }: Piece, docs: DocSet, eachOnce: boolean): TermCounts {
  if (sealed?.isWhole) return countWords(sealed.column, docs)
  if (sealed) return ofSealed(sealed.column, countValues(sealed.column.blocks, docs, eachOnce))
  if (!(tail instanceof TermColumn)) return NO_COUNTS
  return { counts: tail.count(docs, eachOnce), term: (id) => tail.terms[id] ?? '', idOf: (term) => tail.idOf(term) }
}

function ofSealed(column: SealedColumn, all: Int32Array): TermCounts {
  // Without the marker of ends of values, which is numbered like the term after the last one.
  const counts = all.subarray(0, column.terms)
  return { counts, term: (id) => column.termAt(id), idOf: (term) => column.idOf(term) }
}

/** Count the words of whole values, for the word cloud of a keyword field. */
function countWords(column: SealedColumn, docs: DocSet): TermCounts {
  const ids = new Map<string, number>()
  const counts: number[] = []
  docs.forEach((doc) => {
    const words = new Set<string>()
    column.forEachId(doc, (id) => {
      for (const word of cloudWords(column.termAt(id))) words.add(word)
    })
    for (const word of words) {
      const id = ids.get(word) ?? ids.size
      ids.set(word, id)
      counts[id] = (counts[id] ?? 0) + 1
    }
  })
  const terms = [...ids.keys()]
  return { counts: Int32Array.from(counts), term: (id) => terms[id] ?? '', idOf: (term) => ids.get(term) }
}
