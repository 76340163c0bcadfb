import { IndexThread } from '../../../workers/index-thread'
import { largeBuffers } from '../../../workers/large-buffers'
import { fetchRows } from '../search-thread/fetch-rows'
import type { DatasetFetch, Fetched, RowPlace } from '../search-thread/protocol'
import type { SegmentAsked } from './build-segment'
import type { SegmentMeta } from './format'

/** Requests to the thread that builds segments: build one, and return its parts in batches. */
export type SealAsk =
  | (SegmentAsked & {
      op: 'build'
      id: string
      datasetId: string
      /** The records are not in a segment yet. */
      isNew: boolean
    })
  | { op: 'take'; id: string }

export interface MadeSegment {
  docs: number
  meta: SegmentMeta
  to: RowPlace
  /** For earlier segments: the documents that are dead by then. */
  dead: { id: string; dead: Uint8Array }[]
}

export const sealThread = new IndexThread<
  SealAsk,
  MadeSegment | [name: string, bytes: Uint8Array][],
  DatasetFetch,
  Fetched[keyof Fetched]
>({
  file: 'task-seal',
  title: 'The thread that prepares records for searches',
  // A segment may take minutes on a busy machine. If it were given up, the next attempt would start from the beginning and take as long.
  isPatient: true,
  read: (db, { datasetId, fetch }) => fetchRows(db, datasetId, fetch),
  handsOver: (page) => (Array.isArray(page) ? largeBuffers(page) : []),
})
