import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The built web app: its hashed files for ever, its page for every path that is not the API's (history routing). */
export async function serveWebApp(app: FastifyInstance, root = webRoot()): Promise<void> {
  if (!root) {
    app.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'Not Found' }))
    return
  }
  await app.register(fastifyStatic, {
    root,
    index: false,
    // The build puts a smaller `.br` and `.gz` beside each text.
    preCompressed: true,
    // Its own header would win over ours.
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = /[/\\]assets[/\\]/.test(path)
      reply.header('vary', 'accept-encoding')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // A folder's own address never reaches the handler below: the files' plugin refuses it.
  app.get('/', (_, reply) => reply.sendFile('index.html'))
  app.get('/assets/', (_, reply) => reply.code(404).send({ detail: 'Not Found' }))
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$|\?)/.test(request.url)
    if (!isPage) return reply.code(404).send({ detail: 'Not Found' })
    return reply.sendFile('index.html')
  })
}

function webRoot(): string | undefined {
  const candidates = ['../../web/dist/', '../../../web/dist/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  return candidates.find((folder) => existsSync(`${folder}index.html`))
}
