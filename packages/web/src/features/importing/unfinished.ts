import { readItem, writeItem } from '../../ui/stored.ts'

// Until a new dataset is whole its id is kept here: a browser that dies in the middle leaves a trace to clean up by.
const KEY = 'postil.import.unfinished'

/** A dataset that an import was making. */
export interface Unfinished {
  datasetId: string
  name: string
}

/** The dataset that an earlier import did not finish, if any. */
export function readUnfinished(): Unfinished | undefined {
  try {
    const stored: unknown = JSON.parse(readItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { datasetId, name } = { datasetId: undefined, name: undefined, ...stored }
    return typeof datasetId === 'string' && typeof name === 'string' ? { datasetId, name } : undefined
  } catch {
    // Somebody wrote something else there: nothing to clean up by.
    return undefined
  }
}

/** Remember or forget it. */
export function writeUnfinished(unfinished: Unfinished | undefined): void {
  writeItem(KEY, unfinished && JSON.stringify(unfinished))
}
