import { randomUUID } from 'node:crypto'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import { sql } from 'kysely'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import { enqueueHeld } from '../../../jobs/enqueue'
import type { JobDefinition, RunningJob } from '../../../jobs/job'
import { doHeldJob } from '../../../jobs/running-job'
import type { AfterCommit } from '../../../search/text/index-words'
import { parseDocument } from '../exact-metadata'
import { enqueueSealing } from '../segments/segments.service'
import { enqueueForgetting } from './forget-deletions'
import { deleteRecordRows, selectRecords, selectSizes, selectVersions, setDocuments } from './records.store'

/** Records removed in one transaction: few enough not to delay an answer. */
const AT_ONCE = 500
/** Bytes of documents rewritten in one transaction, for the same reason. */
const MARKED_BYTES = 256 * 1024

/** Records of a classic dataset to be deleted, or marked as discarded. */
export interface Removal {
  datasetId: string
  userId: string
  /** Of records that are there. Undefined: all records. */
  keys: readonly string[] | undefined
  isMark: boolean
  /** Of the dataset. Records of this version or a later one stay: somebody has logged or changed them since. */
  version: number
}

/**
 * Delete records, or mark them as discarded. Few are removed in the transaction given. Of many it only notes which ones, as a job, and they go in small
 * transactions after it and before the reply, which let answers go first; should the call stop in the middle, a server does the rest.
 *
 * @returns how many there are to be removed
 */
export async function removeRecords(tx: Tx, removal: Removal, afterCommit: AfterCommit): Promise<number> {
  const { datasetId, keys, version } = removal
  if (keys && keys.length <= AT_ONCE) return removeSome(tx, removal, keys, version)
  const total = keys ? keys.length : await countRecords(tx, datasetId)
  const about = { subject: randomUUID(), dataset: { id: datasetId }, total }
  const job = await enqueueHeld(tx, { kind: 'remove_task_records', ...about, data: removal })
  afterCommit((engine) => doHeldJob(engine, job, (running) => removeInSteps(engine.db, running)))
  return total
}

/** What a call left over that stopped in the middle. */
export const removeTaskRecords: JobDefinition = { run: (job, { engine }) => removeInSteps(engine.db, job) }

async function removeInSteps(db: Db, { row, step }: RunningJob): Promise<void> {
  const removal: Removal = JSON.parse(row.data)
  const { keys, isMark } = removal
  for (let done = Number(row.done), isOver = false; !isOver; ) {
    const next = keys?.slice(done, done + AT_ONCE) ?? (await selectOlder(db, removal))
    const some = isMark ? await firstFitting(db, removal.datasetId, next) : next
    isOver = await step(async (tx, progress) => {
      const version = some.length > 0 ? await nextVersionOf(tx, removal.datasetId) : undefined
      // Nothing is left, or the dataset was deleted meanwhile.
      progress.isLast = version === undefined
      if (version === undefined) return true
      await removeSome(tx, removal, some, version)
      progress.done = some.length
      return false
    })
    done += some.length
  }
}

/** @returns how many were removed */
async function removeSome(
  tx: Tx,
  { datasetId, userId, isMark, version: before }: Removal,
  given: readonly string[],
  version: number,
): Promise<number> {
  const versions = await selectVersions(tx, datasetId, given)
  const keys = given.filter((key) => (versions.get(key) ?? before) < before)
  if (keys.length === 0) return 0
  if (isMark) await mark(tx, datasetId, keys, version)
  else await deleteRecordRows(tx, datasetId, keys, version)
  const kind = isMark ? 'task_records.discard' : 'task_records.delete'
  await logEvent(tx, { kind, ...aboutDataset({ id: userId }, { id: datasetId }), before: { keys } })
  if (!isMark) await enqueueForgetting(tx, datasetId)
  await enqueueSealing(tx, datasetId, keys.length)
  return keys.length
}

/** Mark records as discarded, as many at a time as memory should hold. */
async function mark(tx: Tx, datasetId: string, keys: readonly string[], version: number): Promise<void> {
  for (let rest = keys; rest.length > 0; ) {
    const sizes = await selectSizes(tx, datasetId, rest, { vectors: false })
    const some = rest.slice(0, fitting(rest.map((key) => sizes.get(key) ?? 0)))
    rest = rest.slice(some.length)
    const rows = await selectRecords(tx, datasetId, some)
    const marked = [...rows.values()].map(({ key, document }) => ({
      key,
      document: exactJsonText({ ...parseDocument(document), status: 'Discarded' }),
    }))
    await setDocuments(tx, datasetId, marked, version)
  }
}

/** The next version of a dataset; undefined when it is gone. */
async function nextVersionOf(tx: Tx, id: string): Promise<number | undefined> {
  const next = tx.updateTable('task_datasets').set({ version: sql`version + 1` }).where('id', '=', id)
  return (await next.returning('version').executeTakeFirst())?.version
}

async function selectOlder(db: Db, { datasetId, version }: Removal): Promise<string[]> {
  const rows = await db
    .selectFrom('task_records')
    .select('key')
    .where('dataset_id', '=', datasetId)
    .where('version', '<', version)
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ key }) => key)
}

async function countRecords(db: Db, datasetId: string): Promise<number> {
  const found = db.selectFrom('task_records').where('dataset_id', '=', datasetId)
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

async function firstFitting(db: Db, datasetId: string, keys: readonly string[]): Promise<readonly string[]> {
  const sizes = await selectSizes(db, datasetId, keys, { vectors: false })
  return keys.slice(
    0,
    fitting(
      keys.map((key) => sizes.get(key) ?? 0),
      MARKED_BYTES,
    ),
  )
}
