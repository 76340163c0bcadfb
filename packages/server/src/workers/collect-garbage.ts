import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collect the garbage of this thread at once. Loading the program leaves nearly as much garbage as code, and a thread that then has little to
 * do would keep the memory of both.
 */
export function collectGarbage(): void {
  // V8 gives its collection to contexts that are made while this flag is set.
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect()
}
