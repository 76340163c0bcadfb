import { stayOpen } from '../../ui/browser/use-stay-open.ts'

/** The last read or write of each record that is not over. */
const last = new Map<string, Promise<unknown>>()

/**
 * Read or write a record after all earlier reads and writes of it are over, so that the server gets them in the order of the user's actions.
 *
 * @returns the result of `work`
 */
export function inTurn<T>(recordId: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(recordId) ?? Promise.resolve()).then(work, work)
  const forget = () => {
    if (last.get(recordId) === mine) last.delete(recordId)
  }
  last.set(recordId, mine)
  mine.then(forget, forget)
  return mine
}

/** `inTurn` for a write that is shown before it is stored: until then, the browser asks before the page is left. */
export async function writeInTurn<T>(recordId: string, write: () => Promise<T>): Promise<T> {
  const release = stayOpen()
  return inTurn(recordId, write).finally(release)
}
