/** Words to find, in every field or in one. */
export interface TextQuery {
  q: string
  field?: string
}

/** What a filter is about: `name` in `scope`, and a part of it where it has several. The family of datasets knows which there are. */
export interface FilterScope {
  scope: string
  name: string
  property?: string
}

/** One condition; all of a list must hold. Terms are alternatives, a range includes both ends. */
export type RecordFilter = FilterScope & ({ terms: readonly string[] } | { ge?: number; le?: number })

/** One sort key; earlier ones come first. */
export interface RecordSort {
  scope: string
  name: string
  property: string
  order: 'asc' | 'desc'
}

/** Records most or least like one of them. */
export interface SimilarityQuery {
  recordId: string
  vector: string
  limit: number
  order: 'most' | 'least'
}

/** What narrows and orders the records. */
export interface Conditions {
  text?: TextQuery
  filters: readonly RecordFilter[]
  sort: readonly RecordSort[]
  similarity?: SimilarityQuery
}
