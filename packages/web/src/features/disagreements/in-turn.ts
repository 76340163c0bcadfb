/** The last write or read of each record that is not over. */
const last = new Map<string, Promise<unknown>>()

/**
 * Read a record after all earlier writes to it are over.
 *
 * @returns the result of `read`
 */
export function readInTurn<T>(recordId: string, read: () => Promise<T>): Promise<T> {
  const mine = (last.get(recordId) ?? Promise.resolve()).then(read, read)
  const forget = () => {
    if (last.get(recordId) === mine) last.delete(recordId)
  }
  last.set(recordId, mine)
  mine.then(forget, forget)
  return mine
}

/**
 * Write to a record after all earlier writes to it are over, so that the server gets them in the order of the user's actions. They are shown
 * before they are stored, so until then the browser asks before the page is left.
 *
 * @returns the result of `write`
 */
export async function writeInTurn<T>(recordId: string, write: () => Promise<T>): Promise<T> {
  const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', askFirst)
  try {
    return await readInTurn(recordId, write)
  } finally {
    window.removeEventListener('beforeunload', askFirst)
  }
}
