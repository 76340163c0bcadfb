/** A text search in all fields or in one. */
export interface TextQuery {
  q: string
  field?: string
}

/** What a filter is about: `name` in `scope`, and optionally a part of it. Which scopes exist depends on the family of datasets. */
export interface FilterScope {
  scope: string
  name: string
  property?: string
}

/** One condition; conditions are combined by AND. Terms are alternatives, a range includes both ends. */
export type RecordFilter = FilterScope & ({ terms: readonly string[] } | { ge?: number; le?: number })

/** One sort key; earlier keys take precedence. */
export interface RecordSort {
  scope: string
  name: string
  property: string
  order: 'asc' | 'desc'
}

/** A similarity search: the records most or least like a given record. */
export interface SimilarityQuery {
  recordId: string
  vector: string
  limit: number
  order: 'most' | 'least'
}

/** Everything that narrows and orders the records. */
export interface Conditions {
  text?: TextQuery
  filters: readonly RecordFilter[]
  sort: readonly RecordSort[]
  similarity?: SimilarityQuery
}
