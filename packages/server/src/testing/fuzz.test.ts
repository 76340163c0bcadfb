import type { Route } from '@postil/contract/route'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { mountedRoutes } from '../features'
import { rollingBack } from './rolling-back'
import { sampleOf } from './sample'
import { engines, type TestServer } from './test-server'
import { makeWorld } from './world'

/** Whatever is sent, the server answers, and never with a 5xx: wrong types, huge, empty, odd Unicode, NaN, deep nesting. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12)
const ANSWER_MS = 10_000

/** Stands for the NaN that Python's client writes into JSON. */
const NAN = 'not a number!'
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'e\u0301',
    '👨‍👩‍👧',
    '\u202e',
    '../../etc/passwd',
    "'; drop table users; --",
    '%',
    '*',
    '"',
    NAN,
    '{"ge":1}',
    'a'.repeat(70_000),
  ),
)
const oddNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(2 ** 53, -1, 1e308, -0, 0.1))
const oddValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    oddText,
    oddNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 8 }), tie('value'), { maxKeys: 4 }),
  ),
})).value
const oddRaw = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"a":NaN}',
  '{"a":-Infinity}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"items":${'['.repeat(80)}${']'.repeat(80)}}`,
  '{"__proto__":{"x":1}}',
)

/** Content types of bodies, mostly the correct one. */
const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/octet-stream',
  ),
)

type Ids = Record<string, string>

const record = (ids: Ids) => ({
  fields: { text: 'Hello there' },
  metadata: { split: 'a', other: [1, { deep: null }] },
  external_id: 'e',
  suggestions: [{ question_id: ids.question_id, value: 'a', type: 'model', agent: 'm', score: 0.5 }],
  responses: [{ user_id: ids.user_id, status: 'submitted', values: { label: { value: 'a' } } }],
  vectors: { v: [1, 0.5] },
})
const search = () => ({
  query: {
    text: { q: 'hello "there" -x*', field: 'text' },
    vector: { name: 'v', value: [1, 0.5], order: 'most_similar' },
  },
  filters: {
    and: [
      { type: 'terms', scope: { entity: 'metadata', metadata_property: 'split' }, values: ['a'] },
      { type: 'range', scope: { entity: 'suggestion', question: 'label', property: 'score' }, ge: 0, le: 1 },
      { type: 'terms', scope: { entity: 'response', property: 'status' }, values: ['pending', 'draft'] },
    ],
  },
  sort: [{ scope: { entity: 'record', property: 'inserted_at' }, order: 'desc' }],
})
const option = (value: string) => ({ value, text: value, description: null })

/** Valid bodies of the routes with the strictest checks. In each, one value is replaced by an odd one, which reaches the rule for its place. */
const BODIES: Record<string, (ids: Ids) => unknown> = {
  createRecords: (ids) => ({ items: [record(ids)] }),
  createRecordsBulk: (ids) => ({ items: [record(ids), { fields: { text: 'x' } }] }),
  upsertRecordsBulk: (ids) => ({ items: [{ ...record(ids), id: ids.record_id, external_id: null }] }),
  updateRecords: (ids) => ({ items: [{ ...record(ids), id: ids.record_id }] }),
  updateRecord: record,
  saveSuggestion: (ids) => record(ids).suggestions[0],
  createResponse: () => ({ status: 'submitted', values: { label: { value: 'a' } } }),
  updateResponse: () => ({ status: 'submitted', values: { label: { value: 'a' } } }),
  saveMyResponses: (ids) => ({
    items: [{ record_id: ids.record_id, status: 'draft', values: { label: { value: 'a' } } }],
  }),
  updateQuestion: () => ({
    title: 'T',
    settings: { type: 'label_selection', options: ['a', 'b', 'c'].map(option), visible_options: 3 },
  }),
  createMetadataProperty: () => ({ name: 'n', title: 'N', settings: { type: 'float', min: 0.5, max: 2 } }),
  searchRecords: search,
  searchMyRecords: search,
}

describe.each(engines)('fuzz on %s', (engine) => {
  let server: TestServer
  let ids: Ids
  beforeAll(async () => {
    const world = await makeWorld(engine)
    server = world.server
    ids = Object.fromEntries(Object.entries(world.ids).map(([kind, id]) => [`${kind}_id`, id]))
    ids.name = 'textclassification'
    // Rolled back, so that no route deletes what the others need.
    const { context } = server
    Object.assign(context, { engine: rollingBack(context.engine) })
  }, 60_000)

  it.each(Object.keys(BODIES))('%s accepts the body that the fuzz starts from', async (name) => {
    const { route } = mountedRoutes.find((mounted) => mounted.name === name) ?? {}
    if (!route) throw new Error(`No route ${name}`)
    const body = JSON.stringify(BODIES[name]?.(ids))
    const reply = await call(server, route, addressOf(route, ids, {}), body, 'application/json')
    expect(reply.statusCode, reply.payload).toBeLessThan(300)
  })

  it.each(mountedRoutes.map(({ name, route }) => [name, route] as const))(
    '%s answers anything without a 5xx',
    async (name, route) => {
      const sample = BODIES[name]?.(ids) ?? (route.body ? sampleOf(route.body) : undefined)
      const body = fc.oneof(
        { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value) ?? '') },
        { weight: 1, arbitrary: oddRaw },
        { weight: 3, arbitrary: mutated(sample) },
      )
      const query = fc.dictionary(fc.string({ maxLength: 12 }), oddText, { maxKeys: 3 })
      await fc.assert(
        fc.asyncProperty(body, query, fc.boolean(), contentType, async (text, query, useRealIds, type) => {
          const url = addressOf(route, useRealIds ? ids : {}, query)
          const payload = text.replaceAll(JSON.stringify(NAN), 'NaN')
          const reply = await call(server, route, url, payload, type)
          const said = `${route.method} ${url.slice(0, 300)} ${payload.slice(0, 500)} → ${reply.payload.slice(0, 500)}`
          expect(reply.statusCode, said).toBeLessThan(500)
        }),
        { numRuns: BODIES[name] ? RUNS * 4 : RUNS },
      )
    },
    ANSWER_MS * 6,
  )
})

function call(server: TestServer, route: Route, url: string, text: string, type: string) {
  return server.server.inject({
    method: route.method,
    url,
    payload: route.method === 'GET' ? undefined : text,
    headers: { 'content-type': type, 'x-argilla-api-key': server.ownerKey, 'x-argilla-workspace': 'inside' },
  })
}

/** A body with one odd value, or nothing, in the place of something inside. */
function mutated(sample: unknown): fc.Arbitrary<string> {
  const places = placesIn(sample)
  return fc
    .tuple(fc.constantFrom(...places), fc.option(oddValue, { nil: undefined, freq: 8 }))
    .map(([place, value]) => JSON.stringify(replaced(sample, place, value)) ?? '')
}

type Place = readonly string[]

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, [...at, 'extra'], ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))]
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? replaced(item, rest, by) : item))
  const inner = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return { ...(value as object), [key]: replaced(inner, rest, by) }
}

function addressOf(route: Route, ids: Record<string, string>, query: Record<string, string>): string {
  const path = route.path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(ids[name] ?? 'no such thing/%00'),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, Buffer.from(value).toString()]),
  ).toString()
  return `${path}?${search}`
}
