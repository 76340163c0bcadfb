import { randomUUID } from 'node:crypto'
import type { Route } from '@postil/contract/route'
import type { MountedRoute } from '../http/calls/handle'
import { checkOrderOf } from '../wire/check-order'
import type { Client, Reply } from './client'
import { sampleOf } from './sample'
import { type EngineName, type TestServer, testServer } from './test-server'

const WORKSPACE = 'inside'
export const ROLES = ['owner', 'admin', 'annotator'] as const

/** One resource of each kind, and a client of each role inside and outside its workspace, for tests that call all routes. */
export interface World {
  server: TestServer
  ids: Record<string, string>
  clients: Record<string, Client>
}

/** A fresh server with one of everything. */
export async function makeWorld(engine: EngineName): Promise<World> {
  const server = await testServer(engine)
  const { build } = server
  const workspace = await build.workspace(WORKSPACE)
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
    await server.as('owner').post('/api/datasets', { name: task.toLowerCase(), task, workspace: WORKSPACE })
  const deleted = await build.dataset({ workspaceId: workspace.id, publish: false })
  await server.as('owner').delete(`/api/v1/datasets/${deleted.id}`)
  const lost = await build.record(dataset.id)
  await server.as('owner').delete(`/api/v1/records/${lost.id}`)
  const deletions = await server.as('owner').get('/api/v1/deletions')
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
    deleted_dataset: deleted.id,
    deletion: deletions.body.items[0].id,
  }
  return { server, ids, clients }
}

/** The path with the resource's id in its place and random ids elsewhere, so that nothing is really changed. */
export function pathFor({ name, route }: Pick<MountedRoute, 'name' | 'route'>, ids: Record<string, string>): string {
  const { access } = route
  const own = 'param' in access ? access.param : undefined
  const kind = 'of' in access ? access.of : undefined
  const known = kind === 'task_dataset' ? taskOf(route).toLowerCase() : kind && ids[kind]
  // Where the handler says "not found" before it checks the permission, everything named must exist.
  const isAllReal = checkOrderOf(name) === 'by the handler'
  const path = route.path.replaceAll(/\{(\w+)\*?\}/g, (_, part: string) => {
    if (part === own && known) return known
    return (isAllReal && ids[part.replace(/_id$/, '')]) || randomUUID()
  })
  const query = new URLSearchParams(kind === 'task_dataset' ? { workspace: WORKSPACE } : {})
  if (route.method === 'DELETE') query.set('ids', randomUUID())
  return `${path}?${query}`
}

const TASKS = ['TextClassification', 'TokenClassification', 'Text2Text'] as const

/** The classic task of a route; any task if its path names none. */
function taskOf(route: Route): (typeof TASKS)[number] {
  return TASKS.find((task) => route.path.includes(task)) ?? 'TextClassification'
}

/** The smallest body that gets past the shape. */
export function bodyFor(route: Route, ids: Record<string, string>): unknown {
  if (!route.body) return undefined
  // A rule needs a label in one of two keys, which its JSON Schema cannot say.
  const more = route.path.includes('/labeling/rules') ? { labels: ['x'] } : {}
  const sample = sampleOf(route.body)
  const body = typeof sample === 'object' ? { ...sample, ...more } : sample
  const { access } = route
  const fromBody = 'from' in access && access.from === 'body' && 'param' in access
  if (!fromBody || typeof body !== 'object') return body
  // Classic routes name a workspace where others give its id.
  return { ...body, [access.param]: access.param === 'workspace' ? WORKSPACE : ids[access.of] }
}

/** Call a route with its own method. */
export function send(client: Client, route: Route, path: string, body: unknown): Promise<Reply> {
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
