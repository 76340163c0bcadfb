import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collect the garbage of this thread at once. Loading the program leaves nearly as much garbage as code, and a thread that then has little to
 * do would keep the memory of both.
 */
export function collectGarbage(): void {
  // V8 offers `gc` only in contexts that are made after this flag is set. It stays set, since all threads share it.
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  if (typeof collect === 'function') collect()
}
