import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordFilter, RecordQuery } from '../../../../search/record-query'
import type { BuiltDataset } from '../../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../../testing/test-server'
import { loadSearchSchema } from '../search-schema'
import { planFacets } from './facet-plan'
import { type CountedFacet, countStatement } from './facet-rows'

const RECORDS = 3000

describe.each(engines)('plans of facets, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({
      metadata: [
        { name: 'split', title: 'S', settings: { type: 'terms' } },
        { name: 'pages', title: 'P', settings: { type: 'integer' } },
      ],
    })
    for (let at = 0; at < RECORDS; at += 500) {
      const items = Array.from({ length: 500 }, (_, index) => ({
        fields: { text: 'a text of some length' },
        metadata: { split: `s${(at + index) % 100}`, pages: at + index, other: 'filler', more: 'filler' },
        suggestions: [{ question_id: d.questions.label, value: 'a', score: 0.5, agent: 'm' }],
      }))
      await s.as('owner').post(`/api/v1/datasets/${d.id}/records`, { items })
    }
    // SQLite must choose well without statistics.
    if (engine === 'postgres') await s.context.engine.analyze()
  }, 120_000)

  async function planOf(filters: RecordFilter[], share: number): Promise<string> {
    const { db } = s.context.engine
    const user = { id: 'x', username: 'owner', role: 'owner' } as const
    const needs = { properties: true, questions: true }
    const schema = await loadSearchSchema(db, user, { id: d.id, min_submitted: 1, hand_out: 'everyone' }, needs)
    const facets = planFacets(schema, undefined).map((plan): CountedFacet => {
      const isRange = plan.source.of === 'metadata' && plan.source.isNumber
      return { plan, span: isRange ? { from: 0, to: 10, count: 10, width: 10 } : undefined }
    })
    const query: RecordQuery = { datasetId: d.id, userId: undefined, filters, sorts: [] }
    const statement = countStatement(db, query, facets, { hits: share * RECORDS, all: RECORDS })
    const explain = sql.raw(engine === 'sqlite' ? 'explain query plan' : 'explain')
    const { rows } = await sql<Record<string, unknown>>`${explain} ${statement}`.execute(db)
    return rows.map((row) => String(row.detail ?? Object.values(row)[0])).join('\n')
  }

  it('reads nothing but the values of the hits when these are few', async () => {
    const plan = await planOf([{ on: 'metadata', property: 'split', test: { terms: ['s7'] } }], 0.01)
    expect(plan).toMatch(/record_terms_record/)
    expect(plan).toMatch(/answer_terms_record/)
    expect(plan).not.toMatch(/SCAN t\b|Seq Scan on (record_terms|answer_terms|suggestions)/)
  })

  it('joins values and hits when most records are hits, without sorting out hits that are different anyway', async () => {
    const plan = await planOf([{ on: 'metadata', property: 'split', test: { terms: ['s7'] } }], 0.9)
    if (engine === 'sqlite')
      expect(plan).toMatch(/SEARCH t USING (COVERING )?INDEX record_terms_(term|num)[\s\S]*LIST SUBQUERY/)
    else expect(plan).not.toMatch(/Semi Join|Group Key: hits\.pk/)
  })

  it('tests values against the hits when most records are pending, which PostgreSQL takes for few', async () => {
    const plan = await planOf([{ on: 'status', anyOf: ['pending'] }], 0.9)
    if (engine === 'sqlite') expect(plan).toMatch(/SEARCH t USING (COVERING )?INDEX record_terms_(term|num)/)
    else expect(plan).toMatch(/hashed SubPlan/)
    expect(plan).not.toMatch(/record_terms_record|answer_terms_record/)
  })

  it('reads an index of values from end to end when everything is counted', async () => {
    const plan = await planOf([], 1)
    expect(plan).toMatch(/record_terms_(term|num)/)
    if (engine === 'sqlite') expect(plan).toMatch(/USING (COVERING )?INDEX answer_terms_(value|num)/)
    expect(plan).not.toMatch(/SCAN t\b/)
  })
})
