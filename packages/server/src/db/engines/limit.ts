import { StoreBusyError } from './engine'

/**
 * Let only so many pieces of work run at once; the others begin in the order they came, as places become free.
 *
 * @param most - at least 1
 * @param patienceMs - how long one may wait for its turn; it then fails with `StoreBusyError`
 */
export function limitTo(most: number, patienceMs = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = () => {
    const next = waiting.shift()
    // The place goes to the next in line, so nobody can slip in between.
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
