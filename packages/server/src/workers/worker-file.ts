import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Memory in MB for short-lived objects of a thread that computes. The results of one query are soon garbage, and a larger young generation would only fill up
 * before it is collected.
 */
export const YOUNG_MB = 12

/** The bundled file of a worker: beside us in a build, in `dist` when the sources run directly (tests build it first). */
export function workerFile(name: string): string {
  const candidates = [`./${name}.worker.js`, `../../dist/${name}.worker.js`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error(`The worker ${name} is not built: run \`npm run build\`.`)
  return found
}
