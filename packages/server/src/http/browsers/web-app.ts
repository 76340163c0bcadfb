import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serve the built web app: hashed files with an unlimited cache time, and its page for every path outside the API (history routing). */
export async function serveWebApp(app: FastifyInstance, root = webRoot()): Promise<void> {
  if (!root) {
    app.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'Not Found' }))
    return
  }
  await app.register(fastifyStatic, {
    root,
    index: false,
    // The build puts a compressed `.br` and `.gz` beside each text file.
    preCompressed: true,
    // The plugin's own header would replace ours.
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = /[/\\]assets[/\\]/.test(path)
      reply.header('vary', 'accept-encoding')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The static file plugin refuses paths of folders before they reach the not-found handler below.
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
