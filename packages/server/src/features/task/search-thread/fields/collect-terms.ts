import { type Bound, type QueryLeaf, termTest } from '@postil/domain/search/index'
import { DocSet } from '../doc-set'

/** A column of terms: of a segment, or of the documents that are newer than all segments. */
interface TermSource {
  /** The id of a term; undefined when no document has it. */
  idOf(term: string): number | undefined
  /** The ids of the terms that pass a test. @param prefix - of all that pass */
  matching(test: (term: string) => boolean, prefix?: string): number[]
  /** Add all documents that have one of these terms to a set. */
  collectIds(ids: readonly number[], into: DocSet): void
  /** True when a document has a phrase; see `hasPhrase` in `phrase-search.ts`. */
  hasPhrase(doc: number, phrase: readonly number[], slop: number): boolean
}

/** Add all documents that satisfy a condition on terms to a set. */
export function collectTerms(column: TermSource, leaf: QueryLeaf, into: DocSet): void {
  switch (leaf.type) {
    case 'term': {
      const id = column.idOf(leaf.term)
      if (id !== undefined) column.collectIds([id], into)
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
      column.collectIds(column.matching(termTest(leaf), leaf.type === 'prefix' ? leaf.prefix : undefined), into)
      return
    case 'range':
    case 'flag':
    case 'exists':
      return
  }
}

function collectPhrase(
  column: TermSource,
  { terms, slop }: Extract<QueryLeaf, { type: 'phrase' }>,
  into: DocSet,
): void {
  // All terms are looked up even if one does not exist, so that the blocks of a segment are fetched together.
  const ids = terms.map((term) => column.idOf(term)).filter((id) => id !== undefined)
  if (ids.length < terms.length) return
  let candidates: DocSet | undefined
  for (const id of new Set(ids)) {
    const docs = new DocSet(into.size)
    column.collectIds([id], docs)
    candidates = candidates ? candidates.intersect(docs) : docs
  }
  candidates?.forEach((doc) => {
    if (column.hasPhrase(doc, ids, slop)) into.add(doc)
  })
}

/** The bounds of a condition on numbers; undefined for any other condition. */
export function boundsOf(leaf: QueryLeaf): { min?: Bound<number>; max?: Bound<number> } | undefined {
  if (leaf.type === 'range') return leaf
  if (leaf.type !== 'flag') return undefined
  const bound = { value: leaf.value ? 1 : 0, inclusive: true }
  return { min: bound, max: bound }
}
