import { compareCodePoints } from '@postil/domain/search/index'
import type { DocSet } from '../doc-set'
import { BREAK, hasPhrase } from '../fields/phrase-search'
import { Int32List } from './lists'

/** Maximum number of documents that are not in the posting lists yet; searches scan these one by one. */
const TAIL_MAX = 2000

/** Splits a value into terms and passes each to `sink`. */
export type Analyzer = (value: string, sink: (term: string) => void) => void

export interface TermRules {
  /** Store equal terms of a document only once: sufficient for counting documents, but not for phrases. */
  unique?: boolean
  /** Stop words, which are not stored. */
  without?: ReadonlySet<string>
}

/**
 * One field of all documents as numbered terms: by document in order (for counting and phrases), and as posting lists by term (for
 * searching). Documents are only appended; the posting lists are rebuilt when enough documents have been added.
 */
export class TermColumn {
  readonly terms: string[] = []
  private readonly ids = new Map<string, number>()
  private readonly forward = new Int32List()
  /** The offset of each document's terms; one more entry than there are documents. */
  private readonly starts = new Int32List()
  private readonly present = new Int32List()
  private postings = { docs: 0, starts: new Int32Array(1), entries: new Int32Array(0) }
  private order = new Int32Array(0)
  private rankOf = new Int32Array(0)
  /** Terms with ids below this are stop words. */
  private readonly firstKept: number
  /** For each term the last document that contained it, if equal terms are stored only once. */
  private readonly seenIn: Int32List | undefined

  constructor(
    private readonly analyze: Analyzer,
    private readonly rules: TermRules = {},
  ) {
    this.starts.push(0)
    for (const term of rules.without ?? []) this.number(term)
    this.firstKept = this.terms.length
    this.seenIn = rules.unique ? new Int32List() : undefined
  }

  /** A column with the first documents of this one, to which others can be appended. */
  firstDocuments(count: number): TermColumn {
    const copy = new TermColumn(this.analyze, this.rules)
    for (const term of this.terms.slice(this.firstKept)) copy.number(term)
    for (let ordinal = 0; ordinal < count; ordinal += 1) {
      for (const id of this.termsOf(ordinal)) copy.forward.push(id)
      copy.starts.push(copy.forward.length)
      copy.present.push(this.present.at(ordinal))
    }
    return copy
  }

  /** The number of documents in the column. */
  get size(): number {
    return this.starts.length - 1
  }

  /** Append the next document. */
  append(values: readonly string[]): void {
    for (const [index, value] of values.entries()) {
      if (index > 0) this.forward.push(BREAK)
      this.analyze(value, this.sink)
    }
    this.starts.push(this.forward.length)
    this.present.push(values.length > 0 ? 1 : 0)
  }

  private readonly sink = (term: string): void => {
    const id = this.ids.get(term) ?? this.number(term)
    if (id < this.firstKept) return
    if (this.seenIn) {
      // One more than the ordinal, since 0 stands for terms not seen yet.
      const document = this.starts.length
      if (this.seenIn.at(id) === document) return
      this.seenIn.set(id, document)
    }
    this.forward.push(id)
  }

  private number(term: string): number {
    const id = this.terms.length
    this.ids.set(term, id)
    this.terms.push(term)
    return id
  }

  idOf(term: string): number | undefined {
    return this.ids.get(term)
  }

  /** Call with the id of each term of a document, in order, including repetitions. */
  forEachTerm(ordinal: number, visit: (id: number) => void): void {
    const end = this.starts.at(ordinal + 1)
    for (let at = this.starts.at(ordinal); at < end; at += 1) {
      const id = this.forward.at(at)
      if (id !== BREAK) visit(id)
    }
  }

  /** The terms of a document, grouped by value. */
  valuesOf(ordinal: number): string[][] {
    const values: string[][] = [[]]
    const end = this.starts.at(ordinal + 1)
    for (let at = this.starts.at(ordinal); at < end; at += 1) {
      const id = this.forward.at(at)
      if (id === BREAK) values.push([])
      else values.at(-1)?.push(this.terms[id] ?? '')
    }
    return values
  }

  /** The term ids of a document, with `BREAK` between values. A view that is valid until the next append. */
  termsOf(ordinal: number): Int32Array {
    return this.forward.data.subarray(this.starts.at(ordinal), this.starts.at(ordinal + 1))
  }

  hasPhrase(ordinal: number, phrase: readonly number[], slop: number): boolean {
    return hasPhrase(this.termsOf(ordinal), phrase, slop)
  }

  /** Add all documents that contain one of these terms to a set. */
  collectIds(wanted: readonly number[], into: DocSet): void {
    if (wanted.length === 0) return
    this.refresh()
    const { docs, starts, entries } = this.postings
    for (const id of wanted) {
      const end = starts[id + 1] ?? 0
      for (let at = starts[id] ?? 0; at < end; at += 1) into.add(entries[at] ?? 0)
    }
    const tail = new Set(wanted)
    for (let ordinal = docs; ordinal < this.size; ordinal += 1)
      this.forEachTerm(ordinal, (id) => {
        if (tail.has(id)) into.add(ordinal)
      })
  }

  /** The ids of the terms that pass a test. */
  matching(test: (term: string) => boolean): number[] {
    const found: number[] = []
    for (const [id, term] of this.terms.entries()) if (test(term)) found.push(id)
    return found
  }

  isPresent(ordinal: number): boolean {
    return this.present.at(ordinal) === 1
  }

  /** Add all documents that have a value to a set. */
  collectPresent(into: DocSet): void {
    for (let ordinal = 0; ordinal < this.size; ordinal += 1) if (this.present.at(ordinal) === 1) into.add(ordinal)
  }

  /**
   * The number of occurrences of each term in some documents.
   *
   * @param eachOnce - count the documents with a term instead of its occurrences
   */
  count(docs: DocSet, eachOnce: boolean): Int32Array {
    const counts = new Int32Array(this.terms.length)
    const seen = eachOnce && !this.seenIn ? new Int32Array(this.terms.length).fill(-1) : undefined
    // Every facet of every search runs this loop, so it avoids function calls.
    const { data } = this.forward
    const starts = this.starts.data
    docs.forEach((ordinal) => {
      const end = starts[ordinal + 1] ?? 0
      for (let at = starts[ordinal] ?? 0; at < end; at += 1) {
        const id = data[at] ?? BREAK
        if (id === BREAK) continue
        if (seen) {
          if (seen[id] === ordinal) continue
          seen[id] = ordinal
        }
        counts[id] = (counts[id] ?? 0) + 1
      }
    })
    return counts
  }

  /** Term ids in code point order. */
  sorted(): Int32Array {
    if (this.order.length === this.terms.length) return this.order
    const ids = Array.from(this.terms.keys())
    this.order = Int32Array.from(
      ids.sort((one, other) => compareCodePoints(this.terms[one] ?? '', this.terms[other] ?? '')),
    )
    return this.order
  }

  /** The rank of each term in code point order, by id. */
  ranks(): Int32Array {
    if (this.rankOf.length === this.terms.length) return this.rankOf
    this.rankOf = new Int32Array(this.terms.length)
    for (const [rank, id] of this.sorted().entries()) this.rankOf[id] = rank
    return this.rankOf
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return (
      this.forward.data.byteLength +
      this.starts.data.byteLength * 2 +
      this.postings.entries.byteLength +
      this.terms.length * 120
    )
  }

  /** Rebuild the posting lists when too many documents are not in them, by a counting sort over all documents. */
  private refresh(): void {
    const { size } = this
    if (size - this.postings.docs <= TAIL_MAX && this.postings.docs > 0) return
    const starts = new Int32Array(this.terms.length + 1)
    const last = new Int32Array(this.terms.length).fill(-1)
    const eachTermOnce = (visit: (id: number, ordinal: number) => void) => {
      last.fill(-1)
      for (let ordinal = 0; ordinal < size; ordinal += 1)
        this.forEachTerm(ordinal, (id) => {
          if (last[id] === ordinal) return
          last[id] = ordinal
          visit(id, ordinal)
        })
    }
    eachTermOnce((id) => {
      starts[id + 1] = (starts[id + 1] ?? 0) + 1
    })
    for (let id = 0; id < this.terms.length; id += 1) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0)
    const entries = new Int32Array(starts.at(-1) ?? 0)
    const next = starts.slice()
    eachTermOnce((id, ordinal) => {
      const at = next[id] ?? 0
      entries[at] = ordinal
      next[id] = at + 1
    })
    this.postings = { docs: size, starts, entries }
  }
}
