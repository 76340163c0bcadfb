import { IndexThread } from '../../../workers/index-thread'
import { fetchRows } from '../search-index/fetch-rows'
import type { DatasetFetch, Fetched, RowPlace } from '../search-index/protocol'
import type { SegmentAsked } from './build-segment'
import type { SegmentMeta } from './format'

/** What the thread that makes segments is asked: to make one, and to hand on its parts, some at a time. */
export type SealAsk =
  | (SegmentAsked & {
      op: 'build'
      id: string
      datasetId: string
      /** Its records are in no segment yet. */
      isNew: boolean
    })
  | { op: 'take'; id: string }

export interface MadeSegment {
  docs: number
  meta: SegmentMeta
  to: RowPlace
  /** For earlier segments: the documents that have died by then. */
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
  read: (db, { datasetId, fetch }) => fetchRows(db, datasetId, fetch),
})
