import { vi } from 'vitest'
import type { Engine } from '../db/engines/engine'

/** Call `each` after every transaction of an engine while `work` runs, with a way to run others; returns how many there were. */
export async function afterEachTransaction(
  engine: Engine,
  each: (transaction: Engine['transaction']) => Promise<unknown>,
  work: () => Promise<unknown>,
) {
  const transaction: Engine['transaction'] = engine.transaction.bind(engine)
  const spy = vi.spyOn(engine, 'transaction').mockImplementation(async (...call) => {
    const result = await transaction(...call)
    await each(transaction)
    return result
  })
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}
