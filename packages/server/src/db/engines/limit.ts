/**
 * Let only so many pieces of work run at once; the others begin in the order they came, as places become free.
 *
 * @param most - at least 1
 */
export function limitTo(most: number): <T>(work: () => Promise<T>) => Promise<T> {
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
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
