import type { Route } from '@postil/contract/route'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { mountedRoutes } from '../features'
import type { BuiltDataset } from './builders'
import { sampleOf } from './sample'
import { type EngineName, engines, type TestServer, testServer } from './test-server'

/** Whatever is sent, the server answers, and never with a 5xx: wrong types, huge, empty, odd Unicode, NaN, deep nesting. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12)
const ANSWER_MS = 10_000

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

describe.each(engines)('fuzz on %s', (engine) => {
  let server: TestServer
  let ids: Record<string, string>
  beforeAll(async () => {
    server = await testServer(engine)
    ids = await worldIds(engine, server)
  }, 60_000)

  it.each(mountedRoutes.map(({ name, route }) => [name, route] as const))(
    '%s answers anything without a 5xx',
    async (_, route) => {
      const body = fc.oneof(
        oddValue.map((value) => JSON.stringify(value) ?? ''),
        oddRaw,
        mutatedSample(route),
      )
      await fc.assert(
        fc.asyncProperty(
          body,
          fc.dictionary(fc.string({ maxLength: 12 }), oddText, { maxKeys: 3 }),
          fc.boolean(),
          async (text, query, useRealIds) => {
            const url = addressOf(route, useRealIds ? ids : {}, query)
            const payload = route.method === 'GET' ? undefined : text
            const reply = await server.server.inject({
              method: route.method,
              url,
              payload,
              headers: {
                'content-type': 'application/json',
                'x-argilla-api-key': server.ownerKey,
                'x-argilla-workspace': 'fuzz',
              },
            })
            expect(
              reply.statusCode,
              `${route.method} ${url.slice(0, 300)} ${payload?.slice(0, 500)} → ${reply.payload.slice(0, 500)}`,
            ).toBeLessThan(500)
          },
        ),
        { numRuns: RUNS },
      )
    },
    ANSWER_MS * 3,
  )
})

/** A valid body with one odd value somewhere inside. */
function mutatedSample(route: Route): fc.Arbitrary<string> {
  if (!route.body) return fc.constant('')
  const sample = sampleOf(route.body)
  if (typeof sample !== 'object' || sample === null) return fc.constant(JSON.stringify(sample))
  return fc
    .tuple(fc.constantFrom(...Object.keys(sample), 'extra'), oddValue)
    .map(([key, value]) => JSON.stringify({ ...sample, [key]: value }))
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

async function worldIds(engine: EngineName, server: TestServer): Promise<Record<string, string>> {
  const workspace = await server.build.workspace('fuzz')
  const dataset: BuiltDataset = await server.build.dataset({
    workspaceId: workspace.id,
    vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
  })
  const record = await server.build.record(dataset.id, {
    suggestions: [{ question_id: dataset.questions.label, value: 'a' }],
  })
  expect(engine).toBeTruthy()
  return {
    dataset_id: dataset.id,
    record_id: record.id,
    question_id: dataset.questions.label ?? '',
    field_id: dataset.fields.text ?? '',
    name: 'fuzz',
  }
}
