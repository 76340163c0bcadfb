import { randomUUID } from 'node:crypto'
import type { Route } from '@postil/contract/route'
import { mayCall } from '@postil/domain/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { mountedRoutes } from '../features'
import type { Client } from './client'
import { rollingBack } from './rolling-back'
import { sampleOf } from './sample'
import { type EngineName, engines, type TestServer, testServer } from './test-server'

/**
 * Every route × (no login, annotator, admin, owner) × (member, not member), against the one table in `domain/permissions`. A caller who
 * may not is refused with 401 or 403; one who may gets any other answer. Writes are really done, and undone.
 */
const ROLES = ['owner', 'admin', 'annotator'] as const

interface World {
  server: TestServer
  ids: Record<string, string>
  clients: Record<string, Client>
}

async function makeWorld(engine: EngineName): Promise<World> {
  const server = await testServer(engine)
  const { build } = server
  const workspace = await build.workspace('inside')
  const dataset = await build.dataset({
    workspaceId: workspace.id,
    metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms' } }],
    vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
  })
  const question = dataset.questions.label ?? ''
  const record = await build.record(dataset.id, { suggestions: [{ question_id: question, value: 'a' }] })
  const suggestions = await server.as('owner').get(`/api/v1/records/${record.id}/suggestions`)
  const someone = await build.user('annotator', { workspaces: [workspace.id] })
  const answered = await server
    .as(someone.username)
    .post(`/api/v1/records/${record.id}/responses`, { status: 'submitted', values: { label: { value: 'a' } } })
  for (const task of TASKS)
    await server.as('owner').post('/api/datasets', { name: task.toLowerCase(), task, workspace: 'inside' })
  const clients: Record<string, Client> = { 'nobody/outside': server.anonymous }
  for (const role of ROLES)
    for (const place of ['member', 'outside']) {
      const user = await build.user(role, { workspaces: place === 'member' ? [workspace.id] : [] })
      clients[`${role}/${place}`] = server.as(user.username)
    }
  const ids = {
    workspace: workspace.id,
    user: someone.id,
    dataset: dataset.id,
    field: dataset.fields.text ?? '',
    question,
    metadata_property: dataset.metadata.split ?? '',
    vectors_settings: dataset.vectors.v ?? '',
    record: record.id,
    response: answered.body.id,
    suggestion: suggestions.body.items[0].id,
  }
  Object.assign(server.context, { engine: rollingBack(server.context.engine) })
  return { server, ids, clients }
}

/** The path with the resource's id in its place and random ids elsewhere, so that nothing is really changed. */
function pathFor(route: Route, ids: Record<string, string>): string {
  const { access } = route
  const own = 'param' in access ? access.param : undefined
  const kind = 'of' in access ? access.of : undefined
  const known = kind === 'task_dataset' ? taskOf(route).toLowerCase() : kind && ids[kind]
  // Where the handler says "not found" before it looks at the role, everything named must exist.
  const isAllReal = 'inHandler' in access && access.inHandler
  const path = route.path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => {
    if (name === own && known) return known
    return (isAllReal && ids[name.replace(/_id$/, '')]) || randomUUID()
  })
  const query = new URLSearchParams(kind === 'task_dataset' ? { workspace: 'inside' } : {})
  if (route.method === 'DELETE') query.set('ids', randomUUID())
  return `${path}?${query}`
}

const TASKS = ['TextClassification', 'TokenClassification', 'Text2Text'] as const

/** The classic task a route is for; any dataset does where the path names none. */
function taskOf(route: Route): (typeof TASKS)[number] {
  return TASKS.find((task) => route.path.includes(task)) ?? 'TextClassification'
}

/** Who may do what the route is called for with its sample: a manager where members get in but change nothing. */
function askedAtLast(access: Route['access']): Route['access']['who'] {
  return 'managerAtLast' in access && access.managerAtLast ? 'manager' : access.who
}

function bodyFor(route: Route, ids: Record<string, string>): unknown {
  if (!route.body) return undefined
  // A rule needs a label in one of two keys, which its JSON Schema cannot say.
  const more = route.path.includes('/labeling/rules') ? { labels: ['x'] } : {}
  const sample = sampleOf(route.body)
  const body = typeof sample === 'object' ? { ...sample, ...more } : sample
  const { access } = route
  const fromBody = 'from' in access && access.from === 'body' && 'param' in access
  return fromBody && typeof body === 'object' ? { ...body, [access.param]: ids[access.of] } : body
}

describe.each(engines)('permission table on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(engine)
  }, 60_000)

  it.each(mountedRoutes.map(({ name, route }) => [`${route.method} ${route.path}`, name, route] as const))(
    '%s [P5]',
    async (_, name, route) => {
      const who = askedAtLast(route.access)
      for (const [caller, client] of Object.entries(world.clients)) {
        const [role = '', place] = caller.split('/')
        const isNobody = role === 'nobody'
        const isAllowed = isNobody
          ? who === 'public'
          : mayCall({ who, role: role as (typeof ROLES)[number], isMember: place === 'member', isAuthor: false })
        const reply = await send(client, route, pathFor(route, world.ids), bodyFor(route, world.ids))
        const said = `${name} as ${caller} answered ${reply.status}: ${JSON.stringify(reply.body)}`
        expect(reply.status, said).toBeLessThan(500)
        if (!isAllowed) expect(reply.status, said).toBe(isNobody ? 401 : 403)
        // A public route may still refuse the password in its body.
        else if (who !== 'public') expect([401, 403], said).not.toContain(reply.status)
      }
    },
  )
})

function send(client: Client, route: Route, path: string, body: unknown) {
  switch (route.method) {
    case 'GET':
      return client.get(path)
    case 'POST':
      return client.post(path, body)
    case 'PUT':
      return client.put(path, body)
    case 'PATCH':
      return client.patch(path, body)
    case 'DELETE':
      return client.delete(path, body)
  }
}
