import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { MalformedJson, parseJsonBody } from './json-body'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the body could not be parsed; reported before anything else is checked. */
    malformedJson?: MalformedJson
  }
}

/** JSON (also without a content type, as some programs send it) and forms. A bad body is remembered, so that its error has our form. */
export async function addParsers(app: FastifyInstance): Promise<void> {
  await app.register(formbody)
  app.decorateRequest('malformedJson', undefined)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    ['application/json', 'text/plain', '*'],
    { parseAs: 'string' },
    async (request: import('fastify').FastifyRequest, text: string | Buffer) => {
      try {
        return parseJsonBody(String(text))
      } catch (cause) {
        if (!(cause instanceof MalformedJson)) throw cause
        request.malformedJson = cause
        return undefined
      }
    },
  )
}
