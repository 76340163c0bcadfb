import { type Query, type QueryLeaf, termTest } from '@postil/domain/search/index'
import type { ColumnSpec } from './columns'
import type { DatasetIndex } from './dataset-index'
import { DocSet } from './doc-set'
import { NumberColumn } from './number-column'
import { hasPhrase } from './phrase-search'
import { TermColumn } from './term-column'

/** The columns that must be there before a query is evaluated. */
export function columnsOf(query: Query): ColumnSpec[] {
  switch (query.type) {
    case 'all':
    case 'none':
      return []
    case 'and':
    case 'or':
      return query.of.flatMap(columnsOf)
    case 'not':
      return columnsOf(query.of)
    case 'term':
    case 'phrase':
    case 'prefix':
    case 'wildcard':
    case 'fuzzy':
    case 'regex':
    case 'termRange':
    case 'range':
    case 'flag':
    case 'exists':
      return isKey(query) ? [] : [{ source: query.field.source, kind: query.field.kind }]
  }
}

/** The records that satisfy a query. The caller may change the set. */
export function evaluate(index: DatasetIndex, query: Query): DocSet {
  if (query.type === 'all') return index.live()
  return index.cached(`docs ${JSON.stringify(query)}`, () => matching(index, query).intersect(index.live())).copy()
}

/** May hold dead ordinals too. */
function matching(index: DatasetIndex, query: Query): DocSet {
  switch (query.type) {
    case 'all':
      return index.live()
    case 'none':
      return index.emptySet()
    case 'and': {
      const [first, ...rest] = query.of
      const docs = first ? matching(index, first) : index.live()
      for (const part of rest) {
        if (part.type === 'not') docs.subtract(matching(index, part.of))
        else docs.intersect(matching(index, part))
      }
      return docs
    }
    case 'or': {
      const docs = index.emptySet()
      for (const part of query.of) {
        if (isLeaf(part)) collectLeaf(index, part, docs)
        else docs.unite(matching(index, part))
      }
      return docs
    }
    case 'not':
      return index.live().subtract(matching(index, query.of))
    case 'term':
    case 'phrase':
    case 'prefix':
    case 'wildcard':
    case 'fuzzy':
    case 'regex':
    case 'termRange':
    case 'range':
    case 'flag':
    case 'exists': {
      const docs = index.emptySet()
      collectLeaf(index, query, docs)
      return docs
    }
  }
}

function isLeaf(query: Query): query is QueryLeaf {
  return (
    query.type !== 'all' && query.type !== 'none' && query.type !== 'and' && query.type !== 'or' && query.type !== 'not'
  )
}

/** Single ids are looked up without a column. */
function isKey(leaf: QueryLeaf): leaf is Extract<QueryLeaf, { type: 'term' }> {
  return leaf.type === 'term' && leaf.field.source === 'id' && leaf.field.kind === 'kw'
}

function collectLeaf(index: DatasetIndex, leaf: QueryLeaf, into: DocSet): void {
  if (isKey(leaf)) {
    const ordinal = index.ordinalOf(leaf.term)
    if (ordinal !== undefined) into.add(ordinal)
    return
  }
  const column = index.column({ source: leaf.field.source, kind: leaf.field.kind })
  if (leaf.type === 'exists') column.collectPresent(into)
  else if (column instanceof NumberColumn) collectNumbers(column, leaf, into)
  else if (column instanceof TermColumn) collectTerms(column, leaf, into)
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
