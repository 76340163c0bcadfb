import { type ColumnSpec, type FilledColumn, fillTerms, makeColumn, textReader } from '../search-index/columns'
import type { ParsedRow } from '../search-index/extract'
import { TermColumn } from '../search-index/term-column'

/** A column of a new segment. */
export interface NewColumn {
  spec: ColumnSpec
  filled: Pick<FilledColumn, 'column' | 'append'>
}

/**
 * Columns to fill for a new segment. In many datasets the text is the only input, so several fields have the same texts: their words are
 * collected once, as long as no record is different.
 */
export function newColumns(specs: readonly ColumnSpec[]): NewColumn[] {
  const made: NewColumn[] = []
  for (const spec of specs) {
    const twin = hasWords(spec) ? made.find(({ spec: { kind } }) => kind === spec.kind) : undefined
    made.push({ spec, filled: twin ? new TwinColumn(spec, twin) : makeColumn(spec) })
  }
  return made
}

function hasWords({ kind }: ColumnSpec): boolean {
  return kind === 'std' || kind === 'ws' || kind === 'cloud'
}

/** A column that is another one until a record has other texts in its field. Each record is appended to the other one first. */
class TwinColumn {
  private own: FilledColumn | undefined
  private readonly textsOf
  private readonly othersOf

  constructor(
    private readonly spec: ColumnSpec,
    private readonly twin: NewColumn,
  ) {
    this.textsOf = textReader(spec.source)
    this.othersOf = textReader(twin.spec.source)
  }

  get column() {
    return (this.own ?? this.twin.filled).column
  }

  append(row: ParsedRow): void {
    const { column } = this
    if (!this.own && column instanceof TermColumn) {
      if (isEqual(this.textsOf(row), this.othersOf(row))) return
      this.own = fillTerms(this.spec.source, column.firstDocuments(column.size - 1))
    }
    this.own?.append(row)
  }
}

function isEqual(texts: readonly string[], others: readonly string[]): boolean {
  return texts.length === others.length && texts.every((text, at) => text === others[at])
}
