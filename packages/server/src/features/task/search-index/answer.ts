import type { Task } from '@postil/contract/task/constants'
import { searchKeywords } from '@postil/domain/search/index'
import type { ColumnSpec } from './columns/columns'
import type { DatasetIndex } from './dataset-index'
import type { DocSet } from './doc-set'
import { columnsOf, evaluate, evaluateAny } from './evaluate'
import { facetColumns, facetsOf } from './metrics/facets'
import { computeMetric, metricColumns } from './metrics/metrics'
import { countRules, ruleColumns } from './metrics/rule-counts'
import { cursorAt, sortColumns, takeSorted } from './order/sort'
import type { Answers, DatasetAsk, HighlightAsk, Page, SearchAsk, VectorAsked } from './protocol'
import { type RuleMatrix, readMatrix, suggestColumns } from './suggest'
import type { Fetcher } from './walk-rows'

/**
 * Maximum number of queries whose facets are cached for their other pages. Those of one query can take megabytes: a token classification
 * dataset lists thousands of mentions.
 */
const FACETS_KEPT = 4

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
  if (ask.op === 'search' && ask.vector) return searchNearest(index, task, { ...ask, vector: ask.vector }, fetch)
  return index.complete(() => compute(index, task, ask), fetch)
}

function compute(index: DatasetIndex, task: Task, ask: DatasetAsk) {
  switch (ask.op) {
    case 'search': {
      const docs = index.step('docs', () => evaluate(index, ask.query))
      const page = index.step('page', () => {
        const taken = takeSorted(index, docs, { sort: ask.sort, count: ask.from + ask.limit })
        return pageOf(index, docs, taken.slice(ask.from))
      })
      return withFacets(index, task, ask, docs, page)
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
  return texts.map((record) => searchKeywords(record, query))
}

/** The columns that a query reads. */
export function columnsFor(task: Task, ask: DatasetAsk): ColumnSpec[] {
  switch (ask.op) {
    case 'search':
      return [...columnsOf(ask.query), ...sortColumns(ask.sort), ...(ask.facets ? facetColumns(task, ask.facets) : [])]
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

async function searchNearest(
  index: DatasetIndex,
  task: Task,
  ask: SearchAsk & { vector: VectorAsked },
  fetch: Fetcher,
): Promise<Page> {
  const among = await index.complete(() => evaluate(index, ask.query), fetch)
  const nearest = await index.nearest(ask.vector, among, fetch)
  const docs = index.emptySet()
  for (const ordinal of nearest) docs.add(ordinal)
  return index.complete(() => {
    const page = index.step('page', () => pageOf(index, docs, nearest.slice(0, ask.limit)))
    return withFacets(index, task, ask, docs, page)
  }, fetch)
}

function withFacets(
  index: DatasetIndex,
  task: Task,
  { query, vector, facets }: SearchAsk,
  docs: DocSet,
  page: Page,
): Page {
  if (!facets) return page
  const name = `facets ${JSON.stringify([query, vector])}`
  const counted = index.cached(name, FACETS_KEPT, () => JSON.stringify(facetsOf(index, docs, task, facets)))
  return { ...page, facets: counted }
}

function pageOf(index: DatasetIndex, docs: DocSet, page: readonly number[]): Page {
  return { total: docs.count(), keys: page.map((ordinal) => index.keyOf(ordinal)) }
}
