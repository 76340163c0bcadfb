import type { Route } from '@postil/contract/route'

/** Translate an OpenAPI path to Fastify's syntax: `{name}` to `:name`, `{rest*}` to a wildcard. Literal colons are doubled. */
export function fastifyPath(path: string): string {
  return (
    path
      .replaceAll(':', '::')
      .replace(/\{(\w+)\*\}/, '*')
      // Before a colon the parameter needs a pattern of its own; otherwise the router takes the colon as part of its name.
      .replaceAll(/\{(\w+)\}(?=::)/g, ':$1([^/]+)')
      .replaceAll(/\{(\w+)\}/g, ':$1')
  )
}

/**
 * Get a function that finds the methods served at a path of a request, to tell a known path with another method from an unknown one. Routes
 * that only refuse would take half of the server's start to register. It throws for a path that cannot be decoded; the router refuses those.
 */
export function methodsFinder(routes: readonly Route[]): (path: string) => string[] {
  let patterns: { pattern: RegExp; method: string }[] | undefined
  return (path) => {
    patterns ??= routes.map((route) => ({ pattern: patternOf(route.path), method: route.method }))
    // The router decodes a path, too, before it compares it.
    const decoded = decodeURI(path)
    return [...new Set(patterns.filter(({ pattern }) => pattern.test(decoded)).map(({ method }) => method))]
  }
}

/** What the router matches for a path; see `fastifyPath`. */
function patternOf(path: string): RegExp {
  const parts = path.split(/(\{\w+\*?\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (part.endsWith('*}')) return '.*'
    return '[^/]+'
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}
