import { TASK_LIMITS } from '@postil/contract/task/constants'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const words = (count: number) => many(count, String)
const rule = (query: string) => ({ query, labels: ['a'] })
const { filterValues, queryIds, rules, ruleQueriesLength, vectorDimensions } = TASK_LIMITS

/** Each is a part of a query, and how many entries of it are too many. */
const LISTS: [string, (count: number) => Json, number, string][] = [
  ['ids', (count) => ({ ids: words(count) }), queryIds, 'items'],
  ['predicted_as', (count) => ({ predicted_as: words(count) }), filterValues, 'items'],
  ['annotated_by', (count) => ({ annotated_by: words(count) }), filterValues, 'items'],
  ['status', (count) => ({ status: many(count, () => 'Default') }), filterValues, 'items'],
  ['metadata', (count) => ({ metadata: Object.fromEntries(words(count).map((n) => [n, n])) }), 50, 'keys'],
  ['uncovered_by_rules', (count) => ({ uncovered_by_rules: words(count) }), rules, 'items'],
  ['by_rules.rules', (count) => ({ by_rules: { outcome: 'correct', rules: words(count).map(rule) } }), rules, 'items'],
]

describe.each(engines)('what one annotator may ask and store on %s', (engine) => {
  let world: TaskWorld
  let ds: TaskDataset
  let member: TaskWorld['owner']
  beforeAll(async () => {
    world = await taskWorld(engine)
    ds = await world.dataset('TextClassification')
    await ds.log([{ id: 1, inputs: { text: 'one' }, vectors: { v: { value: [1, 2] } } }])
    member = world.as((await world.server.build.user('annotator', { workspaces: [world.workspace.id] })).username)
  })

  it.each(LISTS)('bounds the list %s of a query before it looks at what is in it', async (name, queryOf, max, unit) => {
    expect((await ds.search({ query: queryOf(max) })).status).toBe(200)
    const refused = await ds.search({ query: queryOf(max + 1) })
    expect(errorsOf(refused)).toEqual([`body.query.${name}: ensure this value has at most ${max} ${unit}`])
  })

  it('bounds the values of one key, a vector, the sort and the place of a walk', async () => {
    expect((await ds.search({ query: { metadata: { a: words(filterValues + 1) } } })).status).toBe(422)
    const vector = { name: 'v', value: many(vectorDimensions + 1, () => 1) }
    expect((await ds.search({ query: { vector } })).status).toBe(422)
    const sort = many(TASK_LIMITS.querySorts + 1, () => ({ id: 'status' }))
    expect((await ds.search({ sort })).status).toBe(422)
    expect((await ds.scan({ sort_by: sort })).status).toBe(422)
  })

  it('bounds the queries of rules together', async () => {
    const long = 'word '.repeat(ruleQueriesLength / 50)
    for (const query of [
      { uncovered_by_rules: many(11, () => long) },
      { by_rules: { outcome: 'disputed', rules: many(11, () => rule(long)) } },
    ])
      expect(errorsOf(await ds.search({ query }))[0]).toContain(`${ruleQueriesLength} characters together`)
  })

  it('bounds the tags and metadata of a dataset, also when they grow call by call', async () => {
    const other = await world.dataset('Text2Text')
    const part = 'x'.repeat(TASK_LIMITS.datasetParts / 2)
    const merge = (parts: Json) => member.patch(other.path(''), parts)
    expect((await merge({ tags: { a: part } })).status).toBe(200)
    const grown = await merge({ metadata: { b: part } })
    expect([grown.status, errorName(grown)]).toEqual([400, 'BadRequestError'])
    expect(errorName(await other.log([], { tags: { c: part } }))).toBe('BadRequestError')
    const big = { name: 'big', task: 'Text2Text', metadata: { a: part, b: part } }
    expect(errorName(await world.owner.post('/api/datasets', big))).toBe('BadRequestError')
    const copy = { name: 'copy', metadata: { a: part } }
    expect(errorName(await world.owner.put(other.path(':copy'), copy))).toBe('BadRequestError')
    expect((await member.get(other.path(''))).body).toMatchObject({ tags: { a: part }, metadata: {} })
  })

  it('bounds the rules of a dataset', async () => {
    const path = ds.path('/TextClassification/labeling/rules')
    const add = (change: Json) => member.post(path, { query: 'q', label: 'a', ...change })
    for (const change of [
      { query: 'q'.repeat(TASK_LIMITS.ruleQueryLength + 1) },
      { label: 'a'.repeat(TASK_LIMITS.termLength + 1) },
      { labels: words(TASK_LIMITS.ruleLabels + 1) },
      { description: 'd'.repeat(TASK_LIMITS.ruleDescription + 1) },
    ])
      expect((await add(change)).status).toBe(422)
    const long = (n: number) => ({ query: `${n}${'q'.repeat(TASK_LIMITS.ruleQueryLength - 1)}` })
    expect((await add(long(1))).status).toBe(200)
    expect(errorName(await add(long(2)))).toBe('BadRequestError')
    expect((await member.get(path)).body).toHaveLength(1)
  })

  it('bounds the number of rules of a dataset', async () => {
    const other = await world.dataset('TextClassification')
    const path = other.path('/TextClassification/labeling/rules')
    expect((await member.post(path, { query: 'first', label: 'a' })).status).toBe(200)
    const { engine: store } = world.server.context
    await store.transaction(async (tx) => {
      const row = await tx.selectFrom('task_rules').selectAll().where('query', '=', 'first').executeTakeFirstOrThrow()
      const { seq: _, ...copied } = row as typeof row & { seq?: unknown }
      const rows = many(rules - 1, (n) => ({ ...copied, query: `rule ${n}` }))
      for (let from = 0; from < rows.length; from += 100)
        await tx
          .insertInto('task_rules')
          .values(rows.slice(from, from + 100))
          .execute()
    })
    expect(errorName(await member.post(path, { query: 'one more', label: 'a' }))).toBe('BadRequestError')
    // The one that is there already is told first.
    expect((await member.post(path, { query: 'first', label: 'a' })).status).toBe(409)
    expect((await member.get(`${path}/metrics`)).status).toBe(200)
  })

  it('bounds a label schema, before it finds out whether labels are in use', async () => {
    const save = (labels: unknown[]) =>
      member.put(ds.path('/TextClassification/settings'), { label_schema: { labels } })
    expect((await save(words(TASK_LIMITS.labels + 1))).status).toBe(422)
    expect((await save(['l'.repeat(201)])).status).toBe(422)
    expect((await save(['a'])).status).toBe(403)
  })
})
