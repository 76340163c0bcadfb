import formbody from '@fastify/formbody'
import type { Route } from '@postil/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseMultipart } from './form-body'
import { MalformedBody, parseJsonBody } from './json-body'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the contract that is served; absent beside the API. */
    contract?: Route
  }
  interface FastifyRequest {
    /** Set when the body could not be parsed; reported before anything else is checked. */
    malformedBody?: MalformedBody
  }
}

/** JSON (also without a content type, as some programs send it) and forms. A bad body is remembered, so that its error has our form. */
export async function addParsers(app: FastifyInstance): Promise<void> {
  await app.register(formbody)
  app.decorateRequest('malformedBody', undefined)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    ['application/json', 'text/plain', '*'],
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string | Buffer) =>
      remember(request, async () => parseJsonBody(String(text), request.routeOptions.config.contract)),
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) =>
      remember(request, () => parseMultipart(Buffer.from(body), request.headers['content-type'] ?? '')),
  )
}

async function remember(request: FastifyRequest, parse: () => Promise<unknown>): Promise<unknown> {
  try {
    return await parse()
  } catch (cause) {
    if (!(cause instanceof MalformedBody)) throw cause
    request.malformedBody = cause
    return undefined
  }
}
