import { z } from 'zod'
import { ERROR_STATUS } from './errors'
import type { Access, Route } from './route'

type JsonObject = Record<string, unknown>

export interface NamedRoute {
  name: string
  route: Route
}

/** The OpenAPI 3.1 document of the routes. It is served at `/api/openapi.json`; a test checks that the copy in `docs/reference` is equal. */
export function openApi(routes: readonly NamedRoute[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const named of routes) {
    const path = named.route.path.replace('*}', '}')
    paths[path] = { ...paths[path], [named.route.method.toLowerCase()]: operation(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postil',
      version,
      description:
        'The HTTP API of Postil: accounts, feedback datasets and classic tasks. Times are naive UTC with microseconds; span offsets are Unicode code points.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Argilla-Api-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'auth_session' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['detail'],
          properties: {
            detail: {
              oneOf: [
                { type: 'string' },
                { type: 'object', properties: { code: { type: 'string' }, params: { type: 'object' } } },
              ],
            },
          },
        },
      },
    },
  }
}

function operation({ name, route }: NamedRoute): JsonObject {
  const empty = route.status === 204
  const schema = route.body && jsonSchema(route.body, 'input')
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: accessSentence(route.access),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.access.can === 'server.visit' ? { security: [] } : {}),
    parameters: [...parameters('path', route), ...parameters('query', route), ...idempotencyHeader(route)],
    ...(schema
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: Object.fromEntries(bodyTypes(route).map((type) => [type, { schema }])),
          },
        }
      : {}),
    responses: {
      [String(route.status)]: empty
        ? { description: 'Done; no body.' }
        : { description: 'Success.', content: successContent(route) },
      ...errorResponses(route),
    },
  }
}

function successContent({ reply, isFollowed }: Route): JsonObject {
  const json = { 'application/json': { schema: jsonSchema(reply, 'output') } }
  return isFollowed ? { ...json, 'text/event-stream': { schema: { type: 'string' } } } : json
}

function bodyTypes({ form }: Route): string[] {
  const json = 'application/json'
  return form ? ['application/x-www-form-urlencoded', 'multipart/form-data', json] : [json]
}

function idempotencyHeader(route: Route): JsonObject[] {
  if (route.method === 'GET' || route.outsideTransaction) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A retry with the same key gets the first reply and changes nothing.',
      schema: { type: 'string', maxLength: 200 },
    },
  ]
}

function parameters(where: 'path' | 'query', { path, params, query }: Route): JsonObject[] {
  const shape = where === 'path' ? params : query
  if (!shape) return []
  // The server knows the rest of a path as `*`, the path here by its name.
  const rest = /\{(\w+)\*\}/.exec(path)?.[1]
  const schema = jsonSchema(shape, 'input')
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>
  const needed = new Set((schema.required ?? []) as string[])
  return Object.entries(properties).map(([name, property]) => ({
    name: name === '*' ? rest : name,
    in: where,
    required: where === 'path' || needed.has(name),
    schema: property,
  }))
}

function errorResponses(route: Route): Record<string, JsonObject> {
  const statuses = new Set<number>(route.errors.map((code) => ERROR_STATUS[code]))
  if (route.access.can !== 'server.visit') statuses.add(401)
  if (route.access.can !== 'server.visit' && route.access.can !== 'server.use') statuses.add(403)
  if (route.params) statuses.add(404)
  if (route.params || route.query || route.body) statuses.add(422)
  if (route.body) for (const status of [408, 413, 415, 503]) statuses.add(status)
  const error = {
    description: 'Refused.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return Object.fromEntries([...statuses].sort((a, b) => a - b).map((status) => [String(status), error]))
}

function accessSentence(access: Access): string {
  switch (access.can) {
    case 'server.visit':
      return 'Open to everyone.'
    case 'server.use':
      return 'Any signed-in user.'
    case 'people.invite':
    case 'bin.read':
      return 'Owners and admins.'
    case 'users.manage':
    case 'jobs.manage':
    case 'events.read':
    case 'webhooks.manage':
    case 'workspaces.manage':
    case 'workspaces.readAll':
      return 'Owners only.'
    case 'access.manage':
      return "Owners, and admins for annotators who are in the admin's workspaces only."
    case 'workspace.read':
    case 'dataset.read':
    case 'record.annotate':
      return 'Owners, and members of the workspace.'
    case 'members.manage':
    case 'dataset.manage':
    case 'records.write':
    case 'records.assign':
    case 'responses.readAll':
    case 'answers.resolve':
    case 'metadata.readHidden':
      return 'Owners, and admins who are members of the workspace.'
    case 'response.change':
      return "Owners, the response's author, and admins who are members of the workspace."
  }
}

function jsonSchema(shape: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as JsonObject
  return schema
}
