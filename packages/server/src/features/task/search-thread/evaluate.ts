import type { Query, QueryLeaf } from '@postil/domain/search/index'
import type { ColumnSpec } from './columns/columns'
import type { DatasetIndex } from './dataset-index'
import type { DocRange } from './doc-set'
import { DocSet } from './doc-set'

/** The columns that must exist before a query is evaluated. */
export function columnsOf(query: Query): ColumnSpec[] {
  if ('field' in query) return isKey(query) ? [] : [{ source: query.field.source, kind: query.field.kind }]
  switch (query.type) {
    case 'all':
    case 'none':
      return []
    case 'and':
    case 'or':
      return query.of.flatMap(columnsOf)
    case 'not':
      return columnsOf(query.of)
  }
}

/** Maximum number of cached results of queries, each a bitmap of all records. */
const SETS_KEPT = 64

/** Number of queries that are evaluated over a range in one step. */
const QUERIES_A_STEP = 10

/** The live records that match a query. The caller may change the set. */
export function evaluate(index: DatasetIndex, query: Query): DocSet {
  if (query.type === 'all') return index.live()
  const name = `docs ${JSON.stringify(query)}`
  return index.cached(name, SETS_KEPT, () => evaluateAny(index, name, [query])).copy()
}

/**
 * The live records that match at least one of some queries. They are evaluated range by range: a phrase reads the texts of all records that
 * contain its words, which may be all.
 *
 * @param name - a short one for these queries, see {@link DatasetIndex.step}
 */
export function evaluateAny(index: DatasetIndex, name: string, queries: readonly Query[]): DocSet {
  const docs = index.emptySet()
  for (const range of index.ranges())
    for (let from = 0; from < queries.length; from += QUERIES_A_STEP) {
      const some = queries.slice(from, from + QUERIES_A_STEP)
      const found = index.step(`${name} ${range.base} ${from}`, () => matchingAny(index, range, some))
      docs.part(range.base, range.size).unite(found)
    }
  return docs
}

function matchingAny(index: DatasetIndex, range: DocRange, queries: readonly Query[]): DocSet {
  const docs = new DocSet(range.size)
  for (const query of queries) docs.unite(matching(index, range, query))
  return docs.intersect(index.live(range))
}

/** The records of a range that match a query, numbered from its start; may include dead ones. */
function matching(index: DatasetIndex, range: DocRange, query: Query): DocSet {
  if ('field' in query) {
    const docs = new DocSet(range.size)
    collectLeaf(index, range, query, docs)
    return docs
  }
  switch (query.type) {
    case 'all':
      return index.live(range)
    case 'none':
      return new DocSet(range.size)
    case 'and': {
      const [first, ...rest] = query.of
      const docs = first ? matching(index, range, first) : index.live(range)
      for (const part of rest) {
        if (part.type === 'not') docs.subtract(matching(index, range, part.of))
        else docs.intersect(matching(index, range, part))
      }
      return docs
    }
    case 'or': {
      const docs = new DocSet(range.size)
      for (const part of query.of) {
        if ('field' in part) collectLeaf(index, range, part, docs)
        else docs.unite(matching(index, range, part))
      }
      return docs
    }
    case 'not':
      return index.live(range).subtract(matching(index, range, query.of))
  }
}

/** True for a query by a single id, which needs no column. */
function isKey(leaf: QueryLeaf): leaf is Extract<QueryLeaf, { type: 'term' }> {
  return leaf.type === 'term' && leaf.field.source === 'id' && leaf.field.kind === 'kw'
}

function collectLeaf(index: DatasetIndex, range: DocRange, leaf: QueryLeaf, into: DocSet): void {
  if (isKey(leaf)) {
    const ordinal = index.ordinalOf(leaf.term, range)
    if (ordinal !== undefined) into.add(ordinal - range.base)
    return
  }
  index.field({ source: leaf.field.source, kind: leaf.field.kind }).collect(leaf, range, into)
}
