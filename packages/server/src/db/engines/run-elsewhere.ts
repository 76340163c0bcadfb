/** Where a handler can run that needs what its thread of the store does not offer. */
export type Elsewhere = 'heavyReader' | 'httpThread'

/**
 * Thrown in a thread of the store when a handler needs something that this thread does not offer: a connection for long reads, a
 * transaction of its own, or an answer from another thread. Everything the handler did is rolled back, and it is run again in the other
 * place.
 */
export class RunElsewhere extends Error {
  override name = 'RunElsewhere'
  constructor(readonly where: Elsewhere) {
    super(`This has to run elsewhere: ${where}.`)
  }
}

let isStoreThread = false

/** Call this once in each thread of the store. */
export function becomeStoreThread(): void {
  isStoreThread = true
}

/** Throws `RunElsewhere` in a thread of the store: code there must not wait for another thread, least of all inside a transaction. */
export function assertMayAskThreads(): void {
  if (isStoreThread) throw new RunElsewhere('httpThread')
}
