import { type ColumnSpec, type FilledColumn, fillTerms, makeColumn, textReader } from '../search-thread/columns/columns'
import type { ParsedRow } from '../search-thread/columns/extract'
import { TermColumn } from '../search-thread/columns/term-column'

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
    const first = hasWords(spec) ? made.find(({ spec: { kind } }) => kind === spec.kind) : undefined
    const column = first?.filled.column
    const filled =
      first && column instanceof TermColumn ? new TwinColumn(spec.source, column, first.spec.source) : makeColumn(spec)
    made.push({ spec, filled })
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
  private readonly twinTextsOf

  constructor(
    private readonly source: string,
    private readonly twin: TermColumn,
    twinSource: string,
  ) {
    this.textsOf = textReader(source)
    this.twinTextsOf = textReader(twinSource)
  }

  get column() {
    return this.own?.column ?? this.twin
  }

  append(row: ParsedRow): void {
    if (!this.own && isEqual(this.textsOf(row), this.twinTextsOf(row))) return
    this.own ??= fillTerms(this.source, this.twin.firstDocuments(this.twin.size - 1))
    this.own.append(row)
  }
}

function isEqual(texts: readonly string[], others: readonly string[]): boolean {
  return texts.length === others.length && texts.every((text, at) => text === others[at])
}
