import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables'
import type { JobDefinition, RunningJob } from '../../../jobs/job'
import { findDatasetFields } from '../records/records.service'
import type { RowPlace } from '../search-thread/protocol'
import { MAX_DOCS } from './format'
import { type MadeSegment, sealThread } from './make-segment'
import { sealedColumns } from './sealed-columns'
import {
  clearSegment,
  insertParts,
  insertSegment,
  publishSegment,
  type SegmentRange,
  selectRanges,
  selectUnused,
} from './segments.store'

/** Minimum number of new records, including deletions, for a segment. Fewer are read one by one by each search thread. */
const MIN_TAIL = 2000
/** Number of neighbouring small segments that are merged into one. */
const MIN_RUN = 4
/** A segment with a larger share of dead documents is rebuilt. */
const MAX_DEAD_SHARE = 0.3
const PARTS_CLEARED = 100

/** Put the new records of a dataset into segments, and merge or rebuild small segments and those with many dead documents. */
export function sealRecords(minTail = MIN_TAIL, maxDocs = MAX_DOCS): JobDefinition {
  return {
    run: async (job, { engine }) => {
      const { db } = engine
      const datasetId = job.row.subject
      try {
        const asked = { datasetId, minTail, maxDocs, done: job.row.done }
        do await clearUnused(db, job, datasetId)
        while (await makeNext(db, job, asked))
        // The dataset may have been deleted while its segment was built.
        await clearUnused(db, job, datasetId)
      } finally {
        sealThread.end()
      }
    },
  }
}

interface Sealing {
  datasetId: string
  minTail: number
  maxDocs: number
  /** Number of records in the segments that this job has built. */
  done: number
}

async function clearUnused(db: Db, { step }: RunningJob, datasetId: string): Promise<void> {
  for (const id of await selectUnused(db, datasetId))
    while (await step((tx) => clearSegment(tx, id, PARTS_CLEARED))) {
      // Each step is its own transaction, so that other writers can run in between.
    }
}

/** Build the most urgent segment. Returns false when none is needed. */
async function makeNext(db: Db, job: RunningJob, sealing: Sealing): Promise<boolean> {
  const { datasetId, minTail, maxDocs } = sealing
  const dataset = await db
    .selectFrom('task_datasets')
    .select(['id', 'task', 'version'])
    .where('id', '=', datasetId)
    .executeTakeFirst()
  if (!dataset) return false
  const readAt = dataset.version
  const ranges = await selectRanges(db, datasetId)
  const last = ranges.at(-1)
  const from: RowPlace = last ? last.to : { version: -1 }
  const columns = async () => {
    const { fields, vectors } = await findDatasetFields(db, datasetId)
    return { columns: sealedColumns({ task: dataset.task, fields, vectors: vectors.keys() }), vectors: [...vectors] }
  }
  if (await isTailLong(db, datasetId, from, minTail)) {
    const asked = { ...(await columns()), from, to: { version: readAt }, maxDocs }
    const left = await countBehind(db, datasetId, from)
    return make(db, job, sealing, { isNew: true, replaced: [], asked, deletionsTo: readAt, readAt, left })
  }
  const run = runToMerge(ranges, maxDocs)
  const [first] = run
  const end = run.at(-1)
  if (!first || !end) return false
  const asked = { ...(await columns()), from: first.from, to: end.to, maxDocs }
  const left = run.reduce((sum, { docs, dead }) => sum + docs - dead, 0)
  const replaced = run.map(({ id }) => id)
  return make(db, job, sealing, { isNew: false, replaced, asked, deletionsTo: end.deletionsTo, readAt, left })
}

interface Making {
  isNew: boolean
  replaced: string[]
  /** Deletions up to this version are marked as dead in all segments once this one is published. */
  deletionsTo: number
  /** The version of the dataset before the records of the segment are read: it contains no record deleted up to this version. */
  readAt: number
  /** Number of records to put into segments: into this one and others of the same kind. */
  left: number
  asked: {
    columns: ReturnType<typeof sealedColumns>
    vectors: [string, number][]
    from: RowPlace
    to: RowPlace
    maxDocs: number
  }
}

/** Build a segment and publish it. Returns false when a merged one could not be published, which another attempt would not change. */
async function make(
  db: Db,
  { step }: RunningJob,
  sealing: Sealing,
  { isNew, replaced, asked, deletionsTo, readAt, left }: Making,
): Promise<boolean> {
  const { datasetId } = sealing
  const id = randomUUID()
  const made = (await sealThread.ask({ op: 'build', id, datasetId, isNew, ...asked }, db)) as MadeSegment
  await step((tx, progress) => {
    progress.total = sealing.done + left
    return insertSegment(tx, {
      id,
      dataset_id: datasetId,
      state: 'made',
      docs: made.docs,
      meta: JSON.stringify({ ...made.meta, deletionsTo }),
      dead: new Uint8Array(((made.docs + 31) >>> 5) * 4),
      from_version: asked.from.version,
      from_key: asked.from.key ?? null,
      to_version: made.to.version,
      to_key: made.to.key ?? null,
    })
  })
  for (;;) {
    const parts = (await sealThread.ask({ op: 'take', id })) as [name: string, bytes: Uint8Array][]
    if (parts.length === 0) break
    await step((tx) =>
      insertParts(
        tx,
        parts.map(([name, value]) => ({ id: `${id}/${name}`, value })),
      ),
    )
  }
  const isPublished = await step(async (tx, progress) => {
    // A new segment that is not published is deleted as unused and built again. This happens when tombstones newer than `readAt` were
    // deleted meanwhile, which is possible as long as there is no segment that needs them.
    const published = await publishSegment(tx, datasetId, { id, replaced, dead: made.dead, readAt })
    if (published) progress.done = made.docs
    sealing.done += progress.done
    return published
  })
  return isPublished || isNew
}

async function countBehind(db: Db, datasetId: string, { version, key }: RowPlace): Promise<number> {
  const { count } = await db
    .selectFrom('task_records')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('dataset_id', '=', datasetId)
    .where(key === undefined ? sql<boolean>`version > ${version}` : sql<boolean>`(version, key) > (${version}, ${key})`)
    .executeTakeFirstOrThrow()
  return count
}

async function isTailLong(db: Db, datasetId: string, { version, key }: RowPlace, minTail: number): Promise<boolean> {
  const rows = await db
    .selectFrom('task_records')
    .select('key')
    .where('dataset_id', '=', datasetId)
    .where(key === undefined ? sql<boolean>`version > ${version}` : sql<boolean>`(version, key) > (${version}, ${key})`)
    .limit(minTail)
    .execute()
  if (rows.length >= minTail) return true
  const deletions = await db
    .selectFrom('task_deletions')
    .select('key')
    .where('dataset_id', '=', datasetId)
    .where('version', '>', version)
    .limit(minTail - rows.length)
    .execute()
  // Without segments, deletions need not be marked.
  return version >= 0 && rows.length + deletions.length >= minTail
}

/** Neighbouring segments whose live documents fit into one: several small ones, or a single one with many dead documents. */
function runToMerge(ranges: readonly SegmentRange[], maxDocs: number): SegmentRange[] {
  for (let from = 0; from < ranges.length; from += 1) {
    let living = 0
    let to = from
    for (; to < ranges.length; to += 1) {
      const next = ranges[to]
      if (!next || living + next.docs - next.dead > maxDocs) break
      living += next.docs - next.dead
    }
    const run = ranges.slice(from, to)
    if (run.length >= MIN_RUN) return run
    const single = ranges[from]
    if (single && single.dead > single.docs * MAX_DEAD_SHARE) return [single]
  }
  return []
}
