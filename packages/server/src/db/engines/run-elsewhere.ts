/** Where a handler can have what a thread of the store cannot give it. */
export type Elsewhere = 'heavyReader' | 'httpThread'

/**
 * Thrown in a thread of the store where a handler asks for what that thread does not have: a connection for long reads, a transaction of its
 * own, or an answer of another thread. Everything the handler did is rolled back, and it is run again where it can have that.
 */
export class RunElsewhere extends Error {
  override name = 'RunElsewhere'
  constructor(readonly where: Elsewhere) {
    super(`This has to run elsewhere: ${where}.`)
  }
}

let isStoreThread = false

/** Called once in each thread of the store. */
export function becomeStoreThread(): void {
  isStoreThread = true
}

/** Throws `RunElsewhere` in a thread of the store: nothing there may wait for another thread, least of all inside a transaction. */
export function assertMayAskThreads(): void {
  if (isStoreThread) throw new RunElsewhere('httpThread')
}
