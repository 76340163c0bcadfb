import type { Task } from '@postil/contract/task/constants'
import { type Query, searchKeywords } from '@postil/domain/search/index'
import type { ColumnSpec } from './columns/columns'
import type { DatasetIndex } from './dataset-index'
import type { DocSet } from './doc-set'
import { columnsOf, evaluate, evaluateAny } from './evaluate'
import { facetColumns, facetsOf } from './metrics/facets'
import { computeMetric, metricColumns } from './metrics/metrics'
import { countRules, ruleColumns } from './metrics/rule-counts'
import { cursorAt, sortColumns, takeSorted } from './order/sort'
import type { Answers, DatasetAsk, FacetsAsk, HighlightAsk, Page, SearchAsk } from './protocol'
import { type RuleMatrix, readMatrix, suggestColumns } from './suggest'
import type { Fetcher } from './walk-rows'

/**
 * Maximum number of queries whose facets are cached, for users who return to an earlier one. Those of one query can take megabytes: a token
 * classification dataset lists thousands of mentions.
 */
const FACETS_KEPT = 4
/** Maximum number of cached lists of nearest records. */
const NEAREST_KEPT = 4

/**
 * Answer a query about one dataset with an up-to-date index; missing columns are built first. For the combination of rules, only the data
 * from the index is returned, since the rest does not need the index.
 */
export async function answerAsk(
  index: DatasetIndex,
  task: Task,
  ask: DatasetAsk,
  fetch: Fetcher,
): Promise<Answers[Exclude<DatasetAsk['op'], 'suggest'>] | RuleMatrix> {
  await index.ensure(columnsFor(task, ask), fetch)
  const nearest = 'vector' in ask ? await findNearest(index, ask, fetch) : undefined
  return index.complete(() => compute(index, task, ask, nearest), fetch)
}

function compute(index: DatasetIndex, task: Task, ask: DatasetAsk, nearest: readonly number[] | undefined) {
  switch (ask.op) {
    case 'search': {
      const docs = index.step('docs', () => found(index, ask.query, nearest))
      if (nearest) return pageOf(index, docs, nearest.slice(0, ask.limit))
      const taken = takeSorted(index, docs, { sort: ask.sort, count: ask.from + ask.limit })
      return pageOf(index, docs, taken.slice(ask.from))
    }
    case 'facets': {
      const docs = index.step('docs', () => found(index, ask.query, nearest))
      const name = `facets ${JSON.stringify([ask.query, ask.vector, ask.facets])}`
      return index.cached(name, FACETS_KEPT, () => JSON.stringify(facetsOf(index, docs, task, ask.facets)))
    }
    case 'scan': {
      const docs = evaluate(index, ask.query)
      const page = takeSorted(index, docs, { sort: ask.sort, after: ask.after, count: ask.limit })
      const last = page.at(-1)
      return { ...pageOf(index, docs, page), ...(last !== undefined && { end: cursorAt(index, ask.sort, last) }) }
    }
    case 'keys': {
      const keys: string[] = []
      evaluate(index, ask.query).forEach((ordinal) => {
        keys.push(index.keyOf(ordinal))
      })
      return keys
    }
    case 'metric':
      return computeMetric(index, evaluate(index, ask.query), task, ask)
    case 'rules': {
      const matched = index.step('matched', () => evaluateAny(index, 'rules', ask.rules))
      return countRules(index, index.live(), matched, ask.labels)
    }
    case 'suggest':
      return readMatrix(index, ask)
  }
}

/** The matched keywords of each record. Needs no index, but takes too long for the HTTP thread. */
export function highlight({ query, texts }: HighlightAsk): string[][] {
  return searchKeywords(texts, query)
}

/** The columns that a query reads. */
export function columnsFor(task: Task, ask: DatasetAsk): ColumnSpec[] {
  switch (ask.op) {
    case 'search':
      return [...columnsOf(ask.query), ...sortColumns(ask.sort), ...(ask.facets ? facetColumns(task, ask.facets) : [])]
    case 'facets':
      return [...columnsOf(ask.query), ...facetColumns(task, ask.facets)]
    case 'scan':
      return [...columnsOf(ask.query), ...sortColumns(ask.sort)]
    case 'keys':
      return columnsOf(ask.query)
    case 'metric':
      return [...columnsOf(ask.query), ...metricColumns(task, ask)]
    case 'rules':
      return [...ask.rules.flatMap(columnsOf), ...ruleColumns()]
    case 'suggest':
      return [...ask.rules.flatMap(({ matches }) => (matches ? columnsOf(matches) : [])), ...suggestColumns()]
  }
}

/** The records nearest to the vector of a query, nearest first; undefined for one without a vector. */
async function findNearest(
  index: DatasetIndex,
  { query, vector }: SearchAsk | FacetsAsk,
  fetch: Fetcher,
): Promise<readonly number[] | undefined> {
  if (!vector) return undefined
  const among = await index.complete(() => evaluate(index, query), fetch)
  const name = `nearest ${JSON.stringify([query, vector])}`
  const nearest = index.known<readonly number[]>(name) ?? (await index.nearest(vector, among, fetch))
  return index.cached(name, NEAREST_KEPT, () => nearest)
}

/** The records that a query finds: those nearest to its vector, if it has one. */
function found(index: DatasetIndex, query: Query, nearest: readonly number[] | undefined): DocSet {
  if (!nearest) return evaluate(index, query)
  const docs = index.emptySet()
  for (const ordinal of nearest) docs.add(ordinal)
  return docs
}

function pageOf(index: DatasetIndex, docs: DocSet, page: readonly number[]): Page {
  return { total: docs.count(), keys: page.map((ordinal) => index.keyOf(ordinal)) }
}
