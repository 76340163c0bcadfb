import type { Engine } from '../db/engines/engine'

/**
 * The same engine, but each transaction is rolled back after it has returned its result, so that a test can call any route repeatedly
 * without changing the store.
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
