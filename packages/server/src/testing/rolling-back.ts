import type { Engine } from '../db/engines/engine'

/**
 * The same store, but no write stays: every transaction does its work, gives its result and is then rolled back. A test can so call any
 * route as often as it likes and still find the world as it was.
 */
export function rollingBack(engine: Engine): Engine {
  return {
    ...engine,
    // The writer thread would commit: handlers of writes run on this one.
    inWriter: undefined,
    transaction: async <T>(work: Parameters<Engine['transaction']>[0]) => {
      let done: { result: T } | undefined
      const undo = new Error('rolled back on purpose')
      await engine
        .transaction(async (tx) => {
          done = { result: (await work(tx)) as T }
          throw undo
        })
        .catch((cause: unknown) => {
          if (cause !== undo) throw cause
        })
      if (!done) throw new Error('The work was not done.')
      return done.result
    },
  }
}
