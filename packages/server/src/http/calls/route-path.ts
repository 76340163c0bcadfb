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
