import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Memory in MB for short-lived objects of each kind of thread. Where the results of one query are soon garbage, more would only fill up before
 * it is collected. The one writer of the embedded store has more, since all writes wait while it collects.
 */
export const YOUNG_MB = { writer: 48, reader: 8, heavyReader: 8, computing: 12 }

/** The bundled file of a worker: beside us in a build, in `dist` when the sources run directly (tests build it first). */
export function workerFile(name: string): string {
  const candidates = [`./${name}.worker.js`, `../../dist/${name}.worker.js`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error(`The worker ${name} is not built: run \`npm run build\`.`)
  return found
}
