import { StoreBusyError } from './engine'

/**
 * Limit how many pieces of work run at once. The others start first come, first served.
 *
 * @param most - maximum number of pieces that run at once, at least 1
 * @param patienceMs - maximum time to wait for a turn; work that waits longer fails with `StoreBusyError`
 */
export function limitConcurrency(most: number, patienceMs = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = () => {
    const next = waiting.shift()
    // The slot is passed on directly, so that newly arriving work cannot take it first.
    if (next) next()
    else running -= 1
  }
  return async (work) => {
    if (running < most) running += 1
    else await waitForTurn(waiting, patienceMs)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

function waitForTurn(waiting: (() => void)[], patienceMs: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new StoreBusyError('Too much other work was before this in the queue.'))
    }
    const timer = patienceMs === Infinity ? undefined : setTimeout(giveUp, patienceMs)
    waiting.push(begin)
  })
}
