/** OpenAPI's `{name}` as Fastify's `:name`; a colon that is not a parameter is doubled; `{rest*}` is the wildcard. */
export function fastifyPath(path: string): string {
  return (
    path
      .replaceAll(':', '::')
      .replace(/\{(\w+)\*\}/, '*')
      // Before a colon the parameter needs a pattern of its own, else the router takes the colon into its name.
      .replaceAll(/\{(\w+)\}(?=::)/g, ':$1([^/:]+)')
      .replaceAll(/\{(\w+)\}/g, ':$1')
  )
}
