import type { FieldKind } from '@postil/domain/search/index'
import { STOP_WORDS, scanCloudWords } from '@postil/domain/task-records/word-cloud'
import { scanWords } from '@postil/domain/text/scan-words'
import { exactTokens } from '@postil/domain/text/tokenize'
import { asNumbers, asTexts, type ParsedRow, readerOf } from './extract'
import { NumberColumn } from './number-column'
import { type Analyzer, TermColumn } from './term-column'

/** Identifies a column of an index: a field, and how its values are read. `cloud` is for word clouds, `length` is in UTF-16 units. */
export interface ColumnSpec {
  source: string
  kind: FieldKind | 'cloud' | 'length'
}

export function columnName({ source, kind }: ColumnSpec): string {
  return `${kind}:${source}`
}

/** A column that is filled from records in sequence. */
export interface FilledColumn {
  readonly column: TermColumn | NumberColumn
  readonly size: number
  /** Append the next document; undefined for a deleted one. */
  append(row: ParsedRow | undefined): void
}

export function makeColumn({ source, kind }: ColumnSpec): FilledColumn {
  if (kind === 'length') {
    const lengths = new NumberColumn()
    const textsOf = textReader(source)
    return filled(lengths, (row) => lengths.append(row ? textsOf(row).map((text) => text.length) : []))
  }
  if (kind === 'number' || kind === 'date' || kind === 'boolean' || kind === 'presence') {
    const column = new NumberColumn()
    // For the presence of a value, any value counts as true.
    const reading = kind === 'presence' ? 'boolean' : kind
    const valuesOf = readerOf(source)
    return filled(column, (row) => column.append(row ? asNumbers(valuesOf(row), reading) : []))
  }
  return fillTerms(
    source,
    new TermColumn(ANALYZERS[kind], kind === 'cloud' ? { unique: true, without: STOP_WORDS } : {}),
  )
}

/** Continue to fill a column of terms from a field. */
export function fillTerms(source: string, column: TermColumn): FilledColumn {
  const textsOf = textReader(source)
  return filled(column, (row) => column.append(row ? textsOf(row) : []))
}

/** Reads the values of a field as texts. */
export function textReader(source: string): (row: ParsedRow) => string[] {
  const valuesOf = readerOf(source)
  return (row) => asTexts(valuesOf(row))
}

function filled(column: TermColumn | NumberColumn, append: (row: ParsedRow | undefined) => void): FilledColumn {
  return {
    column,
    get size() {
      return column.size
    },
    append,
  }
}

const ANALYZERS: Record<'std' | 'ws' | 'kw' | 'cloud', Analyzer> = {
  std: (value, sink) => scanWords(value, sink),
  ws: (value, sink) => {
    for (const { term } of exactTokens(value)) sink(term)
  },
  kw: (value, sink) => sink(value),
  cloud: scanCloudWords,
}
