import type { RecordStatus, RuleOutcome } from '@postil/contract/task/constants'
import type { SortItem, TaskQuery } from '@postil/contract/task/query'
import type { Rule } from '../rules/rule'

/** The filters on the records of a classic dataset, as stored in the address of the page. All are optional. */
export interface RecordFilter {
  /** The text query, in the server's syntax. */
  text?: string
  status?: readonly RecordStatus[]
  predicted_as?: readonly string[]
  annotated_as?: readonly string[]
  predicted_by?: readonly string[]
  annotated_by?: readonly string[]
  /** As chosen by the user: one value, a list of values, or false for no filter. */
  predicted?: 'ok' | 'ko' | readonly ('ok' | 'ko')[] | false
  score?: { from: number; to: number }
  metadata?: Readonly<Record<string, readonly string[]>>
  /** Ranges of numeric metadata, by key; both ends are included. */
  ranges?: Readonly<Record<string, { from: number; to: number }>>
  uncovered_by_rules?: readonly string[]
  /** The outcome of labelling rules for a record. Without `rules`: of all rules stored at the time of the search. */
  by_rules?: { outcome: RuleOutcome | 'uncovered'; rules?: readonly Rule[] }
  /** Id of the reference record for a similarity search, and the name of the vector to compare. */
  similar?: { id: string; vector: string }
}

/** Maximum number of records that a similarity search finds (spec section 9). */
export const SIMILAR_MAX = 50

/**
 * The filter without entries that have no effect (spec section 5): empty lists are dropped, also inside `metadata`; `predicted` is dropped
 * when it is false or lists both values, and a list of one value becomes that value. An empty filter stays empty.
 */
export function normaliseFilter(filter: RecordFilter): RecordFilter {
  const { predicted, metadata, text, ...rest } = filter
  const chosen =
    typeof predicted === 'object' ? (predicted.length === 1 ? predicted[0] : undefined) : predicted || undefined
  const kept = Object.entries(rest).filter(([, value]) => !isEmpty(value))
  const values = Object.entries(metadata ?? {}).filter(([, list]) => list.length > 0)
  return {
    ...(text?.trim() ? { text: text.trim() } : {}),
    ...Object.fromEntries(kept),
    ...(chosen ? { predicted: chosen } : {}),
    ...(values.length > 0 ? { metadata: Object.fromEntries(values) } : {}),
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

/**
 * The filter as the body of a search request.
 *
 * @param vector - the values of the reference record's vector, when the filter asks for similar records
 * @param stored - the stored rules, when `by_rules` has no list of rules
 */
export function toTaskQuery(filter: RecordFilter, vector?: readonly number[], stored: readonly Rule[] = []): TaskQuery {
  const { text, ranges, similar, predicted, by_rules, ...rest } = normaliseFilter(filter)
  const query_text = queryText({ text, ranges, similar })
  return {
    ...(rest as Omit<TaskQuery, 'predicted'>),
    ...(by_rules ? byRules(by_rules, stored) : {}),
    ...(predicted === 'ok' || predicted === 'ko' ? { predicted } : {}),
    ...(query_text ? { query_text } : {}),
    ...(similar && vector ? { vector: { name: similar.vector, value: [...vector], k: SIMILAR_MAX } } : {}),
  }
}

function byRules(
  { outcome, rules: given }: NonNullable<RecordFilter['by_rules']>,
  stored: readonly Rule[],
): Pick<TaskQuery, 'uncovered_by_rules' | 'by_rules'> {
  const rules = (given ?? stored).map(({ query, labels }) => ({ query, labels: [...labels] }))
  if (outcome === 'uncovered') return { uncovered_by_rules: rules.map(({ query }) => query) }
  return { by_rules: { rules, outcome } }
}

/** The text query, with those conditions added that the API has no filter for: metadata ranges, and excluding the reference record. */
export function queryText({ text, ranges, similar }: Pick<RecordFilter, 'text' | 'ranges' | 'similar'>): string {
  const conditions = Object.entries(ranges ?? {}).map(
    ([key, { from, to }]) => `metadata.${escapeName(key)}:[${from} TO ${to}]`,
  )
  if (similar) conditions.push(`NOT id:"${similar.id.replaceAll(/["\\]/g, '\\$&')}"`)
  if (conditions.length === 0) return text ?? ''
  return [...(text ? [`(${text})`] : []), ...conditions].join(' AND ')
}

function escapeName(name: string): string {
  return name.replaceAll(/[+\-=&|!(){}[\]^"~*?:\\/\s]/g, '\\$&')
}

/** The sort order after Reset (spec section 4). */
export const DEFAULT_SORT: readonly SortItem[] = [{ id: 'status', order: 'desc' }]
