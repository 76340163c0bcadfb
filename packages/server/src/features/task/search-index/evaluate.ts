import type { Query, QueryLeaf } from '@postil/domain/search/index'
import type { ColumnSpec } from './columns'
import type { DatasetIndex } from './dataset-index'
import type { DocSet } from './doc-set'

/** The columns that must exist before a query is evaluated. */
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

/** Maximum number of cached results of queries, each a bitmap of all records. */
const SETS_KEPT = 64

/** The live records that match a query. The caller may change the set. */
export function evaluate(index: DatasetIndex, query: Query): DocSet {
  if (query.type === 'all') return index.live()
  return index
    .cached(`docs ${JSON.stringify(query)}`, SETS_KEPT, () => matching(index, query).intersect(index.live()))
    .copy()
}

/** The records that match a query; may include dead ones. */
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

/** True for a query by a single id, which needs no column. */
function isKey(leaf: QueryLeaf): leaf is Extract<QueryLeaf, { type: 'term' }> {
  return leaf.type === 'term' && leaf.field.source === 'id' && leaf.field.kind === 'kw'
}

function collectLeaf(index: DatasetIndex, leaf: QueryLeaf, into: DocSet): void {
  if (isKey(leaf)) {
    const ordinal = index.ordinalOf(leaf.term)
    if (ordinal !== undefined) into.add(ordinal)
    return
  }
  index.field({ source: leaf.field.source, kind: leaf.field.kind }).collect(leaf, into)
}
