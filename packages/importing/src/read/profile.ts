import type { Json } from '@postil/contract/shapes'
import { overlaps, type TextRange } from '@postil/domain/spans/ranges'
import { keepsDigits } from '@postil/domain/wire/exact-json'
import { isJsonObject } from './flatten'
import { readBoolean, readList, readNumber, readRanking, readSpans, readVector } from './read-cell'
import { type Cell, type SourceRow, shorten } from './source-row'
import { SpanFits, TextRankings } from './whole-column'

/** Different values of a column are collected up to this number. */
const MAX_DISTINCT = 1000
/** A longer text is not a label. */
const MAX_LABEL_LENGTH = 200
/** Beyond this many rows, uniqueness of a column's values is no longer checked. */
const MAX_UNIQUE = 500_000
/** Nearly all cells of a column: the share from which the others may be mistakes. */
const NEARLY_ALL = 0.95
/** Lists of numbers have no common length when they have more lengths than this. */
const MAX_SIZES = 100
const OTHER_LENGTH = 40

/** The profile of a column over the whole file. */
export interface ColumnProfile {
  name: string
  filled: number
  /** Number of filled cells that can be parsed as… */
  numbers: number
  integers: number
  /** …a number, but are texts, as all cells of CSV. */
  numberTexts: number
  booleans: number
  lists: number
  spans: number
  /** Spans of a cell overlap in some cell. */
  hasOverlaps: boolean
  /** Number of rows, among the first ones with spans, whose spans fit the text of another column, by its index. */
  spanFits?: ReadonlyMap<number, number>
  rankings: number
  min: number
  max: number
  maxLength: number
  totalLength: number
  /** Different texts in order of appearance; undefined when there are too many or they are too long for labels. */
  distinct: readonly string[] | undefined
  /** Different items of lists, labels of spans or ranked values, in order of appearance; undefined as for `texts`. */
  items: readonly string[] | undefined
  /** Length of (nearly) every list of numbers, or undefined when they differ or there are none. */
  vectorSize: number | undefined
  /** Of a column of (nearly) only numbers, or lists of `vectorSize` numbers: how many cells are other ones, and the first of them. */
  others?: OtherCells | undefined
  /** All values are unique. */
  isUnique: boolean
}

/** Cells of a column that are not like nearly all the others. */
interface OtherCells {
  count: number
  /** Line of the first one. */
  line: number
  /** Its text, or how many numbers its list has. */
  what: string | number
}

/** The profile of a scanned file. */
export interface FileProfile {
  rows: number
  columns: readonly ColumnProfile[]
  /** Answers inside the `responses` column of an export, by question. */
  answers: readonly ColumnProfile[]
}

/** Collects profiles of the columns while the rows of a file are read. */
export class Profiler {
  rows = 0
  #columns: ColumnCounter[] = []
  #answers = new Map<string, ColumnCounter>()

  /** @param responsesAt - index of the responses column of an export, if any: its answers are profiled one by one */
  add({ line, cells }: SourceRow, responsesAt = -1): void {
    this.rows += 1
    for (const [index, cell] of cells.entries()) this.#counter(index).add(cell, cells, line)
    const responses = responsesAt >= 0 ? cells[responsesAt] : undefined
    if (responses !== undefined && responses !== null) this.#addResponses(readList(responses) ?? [], cells)
  }

  /** Profiles of the answers inside the responses, by question. */
  answers(): ColumnProfile[] {
    return [...this.#answers].map(([name, counter]) => counter.profile(name))
  }

  /** @param names - the reader's columns */
  profiles(names: readonly string[]): ColumnProfile[] {
    return names.map((name, index) => this.#counter(index).profile(name))
  }

  #addResponses(responses: readonly Json[], row: readonly Cell[]): void {
    for (const response of responses) {
      if (!isJsonObject(response) || !isJsonObject(response.values)) continue
      for (const [name, value] of Object.entries(response.values)) {
        const counter = this.#answers.get(name) ?? new ColumnCounter()
        this.#answers.set(name, counter)
        counter.add(value, row)
      }
    }
  }

  #counter(index: number): ColumnCounter {
    for (;;) {
      const counter = this.#columns[index]
      if (counter) return counter
      this.#columns.push(new ColumnCounter())
    }
  }
}

class ColumnCounter {
  #filled = 0
  #numbers = 0
  #integers = 0
  #numberTexts = 0
  #booleans = 0
  #lists = 0
  #spans = 0
  #hasOverlaps = false
  #spanFits = new SpanFits()
  #rankings = 0
  #textRankings = new TextRankings()
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY
  #maxLength = 0
  #totalLength = 0
  #distinct: Set<string> | undefined = new Set()
  #items: Set<string> | undefined = new Set()
  #vectors = 0
  #sizes = new Map<number, { count: number; line: number }>()
  #firstText: { line: number; what: string } | undefined
  #seen: Set<string> | undefined = new Set()

  /** @param row - the cells of its row, if there are any besides it */
  add(cell: Cell, row: readonly Cell[] = [], line = 0): void {
    if (cell === undefined || cell === null) return
    this.#filled += 1
    const text = textOf(cell)
    this.#totalLength += text.length
    this.#maxLength = Math.max(this.#maxLength, text.length)
    this.#compare(text)
    const number = readNumber(cell)
    // An id of 19 digits would lose digits as a number.
    if (number !== undefined && !isLongInteger(text.trim())) this.#addNumber(number, typeof cell === 'string')
    else this.#firstText ??= { line, what: shorten(text, OTHER_LENGTH) }
    if (readBoolean(cell) !== undefined) this.#booleans += 1
    const label = text.trim()
    if (label.length > MAX_LABEL_LENGTH || label === '') this.#distinct = label === '' ? this.#distinct : undefined
    else this.#distinct = keep(this.#distinct, label)
    this.#addList(cell, row, line)
  }

  profile(name: string): ColumnProfile {
    const ranked = this.#textRankings.items
    const vectorSize = this.#vectorSize()
    return {
      name,
      filled: this.#filled,
      numbers: this.#numbers,
      integers: this.#integers,
      numberTexts: this.#numberTexts,
      booleans: this.#booleans,
      lists: this.#lists,
      spans: this.#spans,
      hasOverlaps: this.#hasOverlaps,
      spanFits: this.#spanFits.byColumn,
      rankings: ranked ? this.#filled : this.#rankings,
      min: this.#min,
      max: this.#max,
      maxLength: this.#maxLength,
      totalLength: this.#totalLength,
      distinct: this.#distinct && [...this.#distinct],
      items: ranked ?? (this.#items && [...this.#items]),
      vectorSize,
      others: this.#others(vectorSize),
      isUnique: this.#seen !== undefined && this.#filled > 0,
    }
  }

  #vectorSize(): number | undefined {
    const [size, most] = [...this.#sizes].sort(([, one], [, other]) => other.count - one.count)[0] ?? []
    return most && most.count >= this.#vectors * NEARLY_ALL ? size : undefined
  }

  #others(vectorSize: number | undefined): OtherCells | undefined {
    if (vectorSize !== undefined) {
      const count = this.#vectors - (this.#sizes.get(vectorSize)?.count ?? 0)
      const sizes = [...this.#sizes].filter(([size]) => size !== vectorSize)
      const [first] = sizes.sort(([, one], [, other]) => one.line - other.line)
      return first && { count, line: first[1].line, what: first[0] }
    }
    const count = this.#filled - this.#numbers
    const areMost = count > 0 && this.#numbers >= this.#filled * NEARLY_ALL
    return areMost && this.#firstText ? { count, ...this.#firstText } : undefined
  }

  #compare(text: string): void {
    if (!this.#seen) return
    if (this.#seen.has(text) || this.#seen.size >= MAX_UNIQUE || text.length > 500) this.#seen = undefined
    else this.#seen.add(text)
  }

  #addNumber(number: number, isText: boolean): void {
    this.#numbers += 1
    if (isText) this.#numberTexts += 1
    if (Number.isInteger(number)) this.#integers += 1
    this.#min = Math.min(this.#min, number)
    this.#max = Math.max(this.#max, number)
  }

  #addList(cell: Json, row: readonly Cell[], line: number): void {
    const list = readList(cell)
    this.#textRankings.add(list ? undefined : cell)
    if (!list) return
    this.#lists += 1
    const vector = readVector(list)
    if (vector) {
      this.#vectors += 1
      const known = this.#sizes.get(vector.length)
      if (known) known.count += 1
      else if (this.#sizes.size < MAX_SIZES) this.#sizes.set(vector.length, { count: 1, line })
      return
    }
    const spans = readSpans(list)
    if (spans) {
      this.#spans += 1
      this.#hasOverlaps ||= hasOverlap(spans)
      this.#spanFits.add(spans, row)
      for (const { label } of spans) this.#items = keep(this.#items, label)
      return
    }
    const ranking = list.every(isJsonObject) ? readRanking(list) : undefined
    if (ranking) {
      this.#rankings += 1
      for (const { value } of ranking) this.#items = keep(this.#items, value)
      return
    }
    for (const item of list) {
      this.#items = typeof item === 'string' && item.length <= MAX_LABEL_LENGTH ? keep(this.#items, item) : undefined
    }
  }
}

function hasOverlap(spans: readonly TextRange[]): boolean {
  const sorted = spans.toSorted((a, b) => a.start - b.start)
  // In the order of their starts, some spans overlap if and only if two neighbours do.
  return sorted.some((span, at) => {
    const next = sorted[at + 1]
    return next !== undefined && overlaps(span, next)
  })
}

function keep(values: Set<string> | undefined, value: string): Set<string> | undefined {
  if (!values) return undefined
  values.add(value)
  return values.size > MAX_DISTINCT ? undefined : values
}

function isLongInteger(text: string): boolean {
  return /^[-+]?\d{16,}$/.test(text) && !keepsDigits(text)
}

function textOf(cell: Json): string {
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
