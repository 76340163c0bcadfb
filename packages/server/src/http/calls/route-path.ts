import type { Route } from '@postil/contract/route'

/** Translate an OpenAPI path to Fastify's syntax: `{name}` to `:name`, `{rest*}` to a wildcard. Literal colons are doubled. */
export function fastifyPath(path: string): string {
  return (
    path
      .replaceAll(':', '::')
      .replace(/\{(\w+)\*\}/, '*')
      // Before a colon the parameter needs a pattern of its own; otherwise the router takes the colon as part of its name.
      .replaceAll(/\{(\w+)\}(?=::)/g, ':$1([^/:]+)')
      .replaceAll(/\{(\w+)\}/g, ':$1')
  )
}

/**
 * Get a function that finds the methods served at a path of a request, to tell a known path with another method from an unknown one. Routes
 * that only refuse would take half of the server's start to register.
 */
export function methodsFinder(routes: readonly Route[]): (path: string) => string[] {
  let patterns: { pattern: RegExp; method: string }[] | undefined
  return (path) => {
    patterns ??= routes.map((route) => ({ pattern: patternOf(route.path), method: route.method }))
    return [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
  }
}

function patternOf(path: string): RegExp {
  const parts = path.split(/(\{\w+\*?\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return part.endsWith('*}') ? '.*' : '[^/]+'
  })
  return new RegExp(`^${parts.join('')}$`)
}
