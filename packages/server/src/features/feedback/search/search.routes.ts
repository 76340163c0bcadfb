import { type FacetReply, type FacetSearch, recordFacetRoutes } from '@postil/contract/feedback/record-facets'
import { type RecordListQuery, type SuggestionOptions, searchRoutes } from '@postil/contract/feedback/search'
import type { SessionUser } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { DatasetTable, Db } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import { countRecords } from '../../../search/count-records'
import { isMixed } from '../../../search/gold/gold'
import { type RecordFilter, type RecordQuery, withGold } from '../../../search/record-query'
import { weighText } from '../../../search/text-share'
import { listQuestions } from '../questions/questions.service'
import type { ListScope } from '../records/list-query/list-records'
import { planFacets } from './facets/facet-plan'
import { type CountedFacet, countRows, type FacetRow } from './facets/facet-rows'
import { findSpan } from './facets/facet-span'
import { facetToWire } from './facets/facet-wire'
import { readSearch } from './read-search'

export const searchHandlers = handle(searchRoutes, {
  getSuggestionOptions: async ({ db, params }) => ({ items: await findSuggestionOptions(db, params.dataset_id) }),
})

export const recordFacetHandlers = handle(recordFacetRoutes, {
  countMyFacets: ({ context, user, found, query, body }) =>
    countFacets(context.engine, user, found('dataset'), query, body, 'mine'),
  countFacets: ({ context, user, found, query, body }) =>
    countFacets(context.engine, user, found('dataset'), query, body, 'all'),
})

/** Count every facet over the results of a search. Filters on the facet's own property are ignored for it. */
async function countFacets(
  { db: lightDb, heavyDb: db }: Pick<Engine, 'db' | 'heavyDb'>,
  user: SessionUser,
  dataset: DatasetTable,
  given: RecordListQuery,
  body: FacetSearch,
  scope: ListScope,
): Promise<FacetReply> {
  const {
    schema,
    query: asked,
    queue: state,
  } = await readSearch(lightDb, user, dataset, given, body, scope, {
    properties: true,
    questions: true,
  })
  const plans = planFacets(schema, body.facets)
  const query = await weighText(db, asked, { offset: 0, limit: Number.POSITIVE_INFINITY })
  const [total, all, spans] = await Promise.all([
    countRecords(db, query),
    countRecords(db, { ...query, filters: [] }),
    Promise.all(plans.map((plan) => findSpan(db, dataset.id, plan))),
  ])
  const facets = plans.map((plan, index): CountedFacet => ({ plan, span: spans[index] }))
  const counted = new Map<CountedFacet, FacetRow[]>()
  await Promise.all(
    [...groupByFilters(query, facets)].map(async ([filters, group]) => {
      const part = withGold({ ...query, ...state, filters })
      const hits = filters.length === query.filters.length ? total : await countRecords(db, part)
      const rows = await countRows(db, part, group, { hits, all })
      // With the gold records, as in a list of pending records.
      const queue: RecordQuery = { ...part, filters: [{ on: 'status', anyOf: ['pending'] }] }
      const statuses = group.flatMap(({ plan }, facet) => (plan.source.of === 'status' ? [facet] : []))
      if (statuses.length > 0 && filters.length === 0 && isMixed(queue)) {
        const pending = await countRecords(db, queue)
        rows.push(...statuses.map((facet) => ({ facet, value: 'pending', count: pending })))
      }
      // Those that are found by choosing it, of which some may not be due.
      const ofGold = group.flatMap(({ plan }, facet) => (plan.source.of === 'gold' ? [facet] : []))
      if (ofGold.length > 0) {
        const found = await countRecords(
          db,
          withGold({ ...part, filters: [...filters, { on: 'gold', anyOf: ['gold'] }] }),
        )
        rows.push(...ofGold.map((facet) => ({ facet, value: 'found', count: found })))
      }
      for (const [index, facet] of group.entries())
        counted.set(
          facet,
          rows.filter((row) => row.facet === index),
        )
    }),
  )
  return { total, facets: facets.map((facet) => facetToWire(facet, counted.get(facet) ?? [])) }
}

/** Group facets by the filters that apply to them; the facets of a group are counted in one scan of the records. */
function groupByFilters(
  { filters }: RecordQuery,
  facets: readonly CountedFacet[],
): Map<readonly RecordFilter[], CountedFacet[]> {
  const groups = new Map<string, { kept: readonly RecordFilter[]; group: CountedFacet[] }>()
  for (const facet of facets) {
    const own = filters.map((filter) => facet.plan.isOwn(filter))
    const key = own.join()
    const known = groups.get(key) ?? { kept: filters.filter((_, index) => !own[index]), group: [] }
    groups.set(key, known)
    known.group.push(facet)
  }
  return new Map([...groups.values()].map(({ kept, group }) => [kept, group]))
}

/** The agents of each question's suggestions, sorted; questions in their order. */
async function findSuggestionOptions(db: Db, datasetId: string): Promise<SuggestionOptions[]> {
  const questions = await listQuestions(db, datasetId)
  const rows = await db
    .selectFrom('suggestions')
    .select(['question_id', 'agent'])
    .distinct()
    .where('dataset_id', '=', datasetId)
    .where('agent', 'is not', null)
    .execute()
  return questions.map(({ id, name }) => {
    const agents = rows.flatMap((row) => (row.question_id === id && row.agent !== null ? [row.agent] : []))
    return { question: { id, name }, agents: agents.sort() }
  })
}
