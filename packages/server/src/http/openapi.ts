import { type NamedRoute, openApi } from '@postil/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../wire/python-client'
import { referencePage } from './reference-page'

/** `/api/openapi.json`, and the same as a page to read at `/api/docs`. */
export function addReference(app: FastifyInstance, routes: readonly NamedRoute[]): void {
  let document: Record<string, unknown> | undefined
  const get = () => {
    document ??= openApi(routes, VERSION)
    return document
  }
  app.get('/api/openapi.json', async () => get())
  app.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(referencePage(get())))
  for (const path of ['/api', '/docs']) app.get(path, async (_, reply) => reply.redirect('/api/docs'))
}
