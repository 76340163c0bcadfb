import type { Route } from '@postil/contract/route'
import { TASKS } from '@postil/contract/task/constants'
import { taskOfPath } from '@postil/contract/task/task'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mountedRoutes } from '../features'
import { engines, type TestServer, testServer } from './test-server'

/**
 * The classic routes over datasets that are there, with bodies that go as deep as the shapes do: mostly right, so that they reach the code
 * behind, and odd in places. Whatever is sent, the answer is no 5xx.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12)
const RUN_MS = 10_000

type Schema = Record<string, unknown>

const words = fc.constantFrom(
  ...[
    'red',
    'RED apple',
    '"red apple"~2',
    'r?d',
    'app*',
    '*',
    'aple~',
    '/r.d/',
    '/[/',
    'NOT red',
    'a AND',
    '(',
    '!',
    '\\',
    '"',
    '{}',
  ],
  ...[
    'metadata.n:>1',
    'metadata.n:x',
    'metadata.day:[2024 TO now]',
    'score:[0 TO *}',
    'inputs.\\*:red',
    '_exists_:vectors.v.value',
  ],
  ...[
    'id',
    'score',
    'metadata.n',
    'metadata.k',
    'status',
    'Default',
    'Validated',
    'A',
    'm',
    'v',
    'ok',
    'asc',
    'text',
    'metadata.*',
    '_x',
    'x',
  ],
  ...[
    '2024-05-01',
    '0',
    '-1',
    '1e400',
    '',
    ' ',
    '\u0000',
    '\ud800',
    '😀',
    'İ',
    '__proto__',
    'constructor',
    'a.b..c',
    'x'.repeat(5000),
  ],
)
const numbers = fc.constantFrom(0, 1, 2, 0.5, 1.5, -1, 1e308, 2 ** 31, 2 ** 53, 10_001)
const odd = fc.oneof(
  words,
  numbers,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.constant([[{ a: [null] }]]),
)

/** Values that a shape mostly accepts. */
function likely(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: soundValue(schema, depth) }, { weight: 1, arbitrary: odd })
}

function soundValue(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => likely(choice, depth)))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return words
    case 'number':
    case 'integer':
      return numbers
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(likely((schema.items ?? {}) as Schema, depth + 1), { maxLength: 3 })
    case 'object':
      return objectOf(schema, depth)
    default:
      return odd
  }
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant({})
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const parts = Object.entries(properties).map(([key, part]) => [key, likely(part, depth + 1)] as const)
  const named = fc.record(Object.fromEntries(parts), { requiredKeys: (schema.required ?? []) as string[] })
  if (typeof schema.additionalProperties !== 'object') return named
  return fc.dictionary(words, likely(schema.additionalProperties as Schema, depth + 1), { maxKeys: 3 })
}

const routes = mountedRoutes.filter(({ route }) => 'of' in route.access && route.access.of === 'task_dataset')

describe.each(engines)('fuzz of the classic routes on %s', (engine) => {
  let server: Promise<TestServer> | undefined
  let count = 0

  it.each(routes.map(({ name, route }) => [name, route] as const))(
    '%s answers anything without a 5xx',
    async (_, route) => {
      server ??= testServer(engine)
      const { as, build } = await server
      const owner = as('owner')
      if (count === 0) await build.workspace('fuzz')
      count += 1
      const name = await makeDataset(owner, taskOfPath(route.path) ?? TASKS[count % 3] ?? TASKS[0], `ds-${count}`)
      const schema = (shape: z.ZodType) => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
      const body = route.body ? likely(schema(route.body)) : fc.constant(undefined)
      const query = route.query ? objectOf(schema(route.query), 0) : fc.constant({})
      await fc.assert(
        fc.asyncProperty(body, query, words, async (sent, asked, rest) => {
          const path = addressOf(route, name, rest, asked)
          const reply = await (await server)?.server.inject({
            method: route.method,
            url: path,
            payload: route.method === 'GET' || sent === undefined ? undefined : JSON.stringify(sent),
            headers: {
              'content-type': 'application/json',
              'x-argilla-api-key': (await server)?.ownerKey,
              'x-argilla-workspace': 'fuzz',
            },
          })
          const said = `${route.method} ${path.slice(0, 300)} ${JSON.stringify(sent)?.slice(0, 800)} → ${reply?.payload.slice(0, 500)}`
          expect(reply?.statusCode, said).toBeLessThan(500)
        }),
        { numRuns: RUNS * 3 },
      )
    },
    RUN_MS * 6,
  )
})

function addressOf(route: Route, name: string, rest: string, asked: unknown): string {
  const path = route.path.replaceAll(/\{(\w+)\*?\}/g, (_, part: string) =>
    encodeURIComponent(
      part === 'name'
        ? name
        : part === 'id' && route.path.includes('metrics')
          ? 'F1'
          : rest.replaceAll(/\p{Surrogate}/gu, '?'),
    ),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(asked ?? {})) if (key !== 'workspace') query.set(key, String(value))
  return `${path}?${query}`
}

async function makeDataset(
  owner: ReturnType<TestServer['as']>,
  task: (typeof TASKS)[number],
  name: string,
): Promise<string> {
  const headers = { 'x-argilla-workspace': 'fuzz' }
  await owner.post('/api/datasets', { name, task }, headers)
  const content = {
    TextClassification: { inputs: { text: 'red apple' }, prediction: { agent: 'm', labels: [{ class: 'A' }] } },
    TokenClassification: {
      text: 'red apple',
      tokens: ['red', 'apple'],
      annotation: { agent: 'm', entities: [{ start: 0, end: 3, label: 'A' }] },
    },
    Text2Text: { text: 'red apple', prediction: { agent: 'm', sentences: [{ text: 'rot', score: 0.5 }] } },
  }[task]
  const records = ['x', '1', ' '].map((id, n) => ({
    id,
    ...content,
    metadata: { n, k: 'x', day: '2024-05-01' },
    vectors: { v: { value: [n, 0.5] } },
  }))
  const logged = await owner.post(`/api/datasets/${name}/${task}:bulk`, { records }, headers)
  expect(logged.status).toBe(200)
  if (task === 'TextClassification')
    await owner.post(`/api/datasets/${name}/${task}/labeling/rules`, { query: 'red', label: 'A' }, headers)
  return name
}
