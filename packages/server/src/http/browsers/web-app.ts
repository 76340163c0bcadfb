import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Serve the built web app: hashed files with an unlimited cache time, and its page for every path outside the API (history routing).
 *
 * @param methodsAt - the methods that the API serves at a path: with another one the reply is 405, not 404 (feedback-api §1.1)
 */
export async function serveWebApp(
  app: FastifyInstance,
  methodsAt: (path: string) => readonly string[],
  root = webRoot(),
): Promise<void> {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    // CORS preflight requests get no list of methods.
    const methods = request.method === 'OPTIONS' ? [] : methodsAt(request.url.split('?', 1)[0] ?? '')
    if (methods.length === 0) return reply.code(404).send({ detail: 'Not Found' })
    return reply.code(405).header('allow', methods.join(', ')).send({ detail: 'Method Not Allowed' })
  }
  if (!root) {
    app.setNotFoundHandler(refuse)
    return
  }
  await app.register(fastifyStatic, {
    root,
    // The plugin's own route lists a file's folder, of hundreds of files, for each of the dozens that a page loads.
    serve: false,
    // The build puts a compressed `.br` and `.gz` beside each text file.
    preCompressed: true,
    // The plugin's own header would replace ours.
    cacheControl: false,
    // Ranges are ignored, since files are small: the plugin would refuse those that it cannot read.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isHashed = /[/\\]assets[/\\]/.test(path)
      reply.header('vary', 'accept-encoding')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const folder of ['', ...folders.map(({ name }) => `${name}/`)]) {
    app.get<{ Params: { name: string } }>(`/${folder}:name(^[\\w-][\\w.-]*\\.\\w+$)`, ({ params }, reply) =>
      reply.sendFile(`${folder}${params.name}`),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isForPage(request.method, request.url)) return refuse(request, reply)
    return reply.sendFile('index.html')
  })
}

/**
 * The URL under which a request is routed. The router refuses paths that are not valid UTF-8; such a path of a page is routed like `/`, so
 * that the app says that there is no such page.
 */
export function routedUrl(method: string, url: string): string {
  return isForPage(method, url) && !isDecodable(url.split('?', 1)[0] ?? '') ? '/' : url
}

/** Whether the app decides what is shown at a URL. */
function isForPage(method: string, url: string): boolean {
  // Two slashes: a program whose address of the server ends in one.
  return (method === 'GET' || method === 'HEAD') && !/^\/+(api|assets)(\/|$|\?)/.test(url)
}

function isDecodable(path: string): boolean {
  try {
    // NOTE: the bundler would drop a call whose result is not used.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

function webRoot(): string | undefined {
  const candidates = ['../../web/dist/', '../../../web/dist/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  return candidates.find((folder) => existsSync(`${folder}index.html`))
}
