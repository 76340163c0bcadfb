import { randomUUID } from 'node:crypto'
import type { ResourceKind, Route } from '@postil/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { mountedRoutes } from '../features'
import { checkOrderOf } from '../wire/check-order'
import type { Client, Reply } from './client'
import { sampleOf } from './sample'
import { engines, type TestServer, testServer } from './test-server'
import { send } from './world'

/** What every route refuses before its own rules are asked, in the wire's words and order (feedback-api §1.4–§1.6). */
const NOT_FOUND: Partial<Record<ResourceKind, (id: string) => string>> = {
  deleted_dataset: (id) => `Deleted dataset with id \`${id}\` not found`,
  workspace: (id) => `Workspace with id \`${id}\` not found`,
  user: (id) => `User with id \`${id}\` not found`,
  dataset: (id) => `Dataset with id \`${id}\` not found`,
  field: (id) => `Field with id \`${id}\` not found`,
  question: (id) => `Question with id \`${id}\` not found`,
  metadata_property: (id) => `Metadata property with id \`${id}\` not found`,
  vectors_settings: (id) => `Vector settings with \`${id}\` not found`,
  record: (id) => `Record with id \`${id}\` not found`,
  response: (id) => `Response with id \`${id}\` not found`,
  suggestion: (id) => `Suggestion with id \`${id}\` not found`,
}

interface Case {
  name: string
  route: Route
}

const cases: Case[] = mountedRoutes.map(({ name, route }) => ({ name, route }))
const uuidNames = (route: Route) => [...route.path.matchAll(/\{(\w+_id)\}/g)].map((match) => match[1] ?? '')
const withIds = cases.filter(({ route }) => uuidNames(route).length > 0)
const withBody = cases.filter(({ route }) => route.body !== undefined)
/** Routes that answer 404 by themselves for the resource in their path. */
const ofResource = withIds.filter(({ route: { access } }) => 'of' in access && access.of && !isFromBody(access))

function isFromBody(access: Route['access']): boolean {
  return 'from' in access && access.from === 'body'
}

function call(client: Client, route: Route, ids: Record<string, string>, body = sampleBody(route)): Promise<Reply> {
  const path = route.path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => ids[name] ?? 'x')
  const url = route.query ? `${path}?ids=${randomUUID()}` : path
  return send(client, route, url, body)
}

function sampleBody(route: Route): unknown {
  return route.body && !route.bodyOptional ? sampleOf(route.body) : undefined
}

const randomIds = (route: Route) => Object.fromEntries(uuidNames(route).map((name) => [name, randomUUID()]))

describe.each(engines)('refusals on %s', (engine) => {
  let server: TestServer
  let stranger: Client
  beforeAll(async () => {
    server = await testServer(engine)
    stranger = server.as((await server.build.user('annotator')).username)
  })

  it.each(withIds)('$name names each id in its path that is none [C1]', async ({ route }) => {
    const reply = await call(server.as('owner'), route, {})
    expect(reply.status).toBe(422)
    const { code, params } = reply.body.detail
    expect(code).toBe('argilla.api.errors::ValidationError')
    const entry = { msg: 'value is not a valid uuid', type: 'type_error.uuid' }
    const expected = uuidNames(route).map((name) => ({ loc: ['path', name], ...entry }))
    expect(params.errors.filter(({ loc }: { loc: string[] }) => loc[0] === 'path')).toEqual(expected)
  })

  it.each(ofResource)('$name says in the wire’s words what is not there', async ({ name, route }) => {
    const { access } = route
    if (!('param' in access) || !access.param || !access.of) throw new Error('filtered')
    const ids = randomIds(route)
    const id = ids[access.param] ?? ''
    const reply = await call(server.as('owner'), route, ids)
    expect(reply.status, JSON.stringify(reply.body)).toBe(404)
    const isMembership = checkOrderOf(name) === 'by the handler'
    const text = isMembership
      ? `User with id \`${ids.user_id}\` not found in workspace with id \`${id}\``
      : NOT_FOUND[access.of]?.(id)
    const { detail } = reply.body
    if (route.path.startsWith('/api/v1/')) expect(detail).toBe(text)
    else
      expect(detail).toMatchObject({
        code: 'argilla.api.errors::EntityNotFoundError',
        params: { type: expect.any(String) },
      })
  })

  it.each(ofResource)(
    '$name asks whether it is there before it asks for the role, or the other way round',
    async ({ name, route }) => {
      const isRoleFirst = checkOrderOf(name) === 'permission first'
      expect((await call(stranger, route, randomIds(route))).status).toBe(isRoleFirst ? 403 : 404)
    },
  )

  it.each(withBody)(
    '$name asks who is there before it reads the body, and then finds malformed JSON',
    async ({ route }) => {
      if (route.access.can !== 'server.visit')
        expect((await call(server.anonymous, route, randomIds(route), '{"items": [')).status).toBe(401)
      const reply = await call(stranger, route, randomIds(route), '{"items": [')
      expect(reply.status).toBe(422)
      const { detail } = reply.body
      // The one path whose 422 the Python client reads as a text (python-client §1.1).
      if (route.path === '/api/users') expect(detail).toMatch(/^body: /)
      else expect(detail.params.errors).toMatchObject([{ loc: ['body'], type: 'value_error.jsondecode' }])
    },
  )

  it.each(withBody.filter(({ route }) => !route.bodyOptional))(
    '$name finds a wrong shape before anything else that is wrong',
    async ({ route }) => {
      const anonymous = await call(server.anonymous, route, randomIds(route), '[7]')
      expect(anonymous.status).toBe(route.access.can === 'server.visit' ? 422 : 401)
      const reply = await call(stranger, route, randomIds(route), '[7]')
      expect(reply.status, JSON.stringify(reply.body)).toBe(422)
      expect(reply.body.detail.code ?? reply.body.detail).toMatch(/ValidationError|^body/)
    },
  )
})
