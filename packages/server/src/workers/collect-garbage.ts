import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds to wait, so that the first requests do not. */
const WAIT_MS = 1000

/**
 * Collect the garbage of this thread in a moment. Loading the program leaves nearly as much garbage as code, and a thread that then has little
 * to do would keep the memory of both.
 */
export function collectGarbageSoon(): void {
  setTimeout(() => {
    // V8 offers `gc` only in contexts that are made after this flag is set. It stays set, since all threads share it.
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('globalThis.gc')
    if (typeof collect === 'function') collect()
  }, WAIT_MS).unref()
}
