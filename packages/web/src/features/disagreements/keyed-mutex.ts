/** The last write to each record that is not over. */
const writes = new Map<string, Promise<unknown>>()

/**
 * Write to a record, or read it, after all earlier writes to it are over, so that the server gets them in the order of the user's
 * actions.
 *
 * @returns the result of `write`
 */
export function withMutex<T>(recordId: string, write: () => Promise<T>): Promise<T> {
  const mine = (writes.get(recordId) ?? Promise.resolve()).then(write, write)
  const forget = () => {
    if (writes.get(recordId) === mine) writes.delete(recordId)
  }
  writes.set(recordId, mine)
  mine.then(forget, forget)
  return mine
}
