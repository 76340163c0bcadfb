import { randomUUID } from 'node:crypto'
import type { TaskDocument } from '@postil/domain/task-records/document'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import { sql } from 'kysely'
import { nowMicros, wireTime } from '../../../db/clock'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { pack } from '../../../events/packed'
import { fitting } from '../../../http/bodies/reply-size'
import { enqueueHeld } from '../../../jobs/enqueue'
import type { JobDefinition, RunningJob } from '../../../jobs/job'
import { doHeldJob } from '../../../jobs/running-job'
import type { AfterCommit } from '../../../search/text/index-words'
import { parseDocument } from '../exact-metadata'
import { enqueueSealing } from '../segments/segments.service'
import { doneBy } from './done'
import { type ChangedDocument, logChanges } from './log-changes'
import {
  deleteRecordRows,
  selectRecords,
  selectSizes,
  selectVectorRows,
  selectVersions,
  setDocuments,
} from './records.store'
import { enqueueTombstoneRemoval } from './remove-tombstones'

/** Records removed in one transaction: few enough not to delay an answer. */
const AT_ONCE = 250
/** Bytes of documents rewritten in one transaction, for the same reason. */
const MARKED_BYTES = 256 * 1024
/** Maximum size of the records that are deleted in one transaction, since all of them are stored in one event, for the same reason. */
const DELETED_BYTES = 256 * 1024

/** Records of a classic dataset to be deleted, or marked as discarded. */
export interface Removal {
  datasetId: string
  userId: string
  /** Keys of existing records. Undefined: all records. */
  keys: readonly string[] | undefined
  isMark: boolean
  /** Records of this version of the dataset or a later one are kept: they were changed since it was decided what to remove. */
  version: number
}

/**
 * Delete records, or mark them as discarded. A few small ones are processed in the given transaction. For many, that transaction only adds
 * a job, and they are processed in small transactions after it and before the reply, which let answers go first. If the call is
 * interrupted, a server completes the job.
 *
 * @param version - the version of the dataset for this change
 * @returns the number of records to be removed
 */
export async function removeRecords(
  tx: Tx,
  removal: Removal,
  version: number,
  afterCommit: AfterCommit,
): Promise<number> {
  const { datasetId, keys } = removal
  if (keys && keys.length <= AT_ONCE && (await areSmall(tx, removal, keys))) {
    const packed = await packRecords(tx, removal, keys)
    const count = await removeSome(tx, removal, await findOlder(tx, removal, keys), version, packed)
    await afterRemoval(tx, removal, count)
    return count
  }
  const total = keys ? keys.length : await countRecords(tx, datasetId)
  const about = { subject: randomUUID(), dataset: { id: datasetId }, total }
  const job = await enqueueHeld(tx, { kind: 'remove_task_records', ...about, data: removal })
  afterCommit((engine) => doHeldJob(engine, job, (running) => removeInSteps(engine.db, running)))
  return total
}

/** Completes removals whose call was interrupted. */
export const removeTaskRecords: JobDefinition = { run: (job, { engine }) => removeInSteps(engine.db, job) }

async function removeInSteps(db: Db, { row, step }: RunningJob): Promise<void> {
  const removal: Removal = JSON.parse(row.data)
  const { keys } = removal
  let portions: string[][] = []
  for (let done = row.done, isOver = false; !isOver; ) {
    if (portions.length === 0) {
      const next = keys?.slice(done, done + AT_ONCE) ?? (await selectOlder(db, removal))
      portions = inPortions(next, await sizesOf(db, removal, next), mostBytes(removal))
    }
    const some = portions.shift() ?? []
    // Done before the transaction, where no one waits for it. Records that are changed in between are not deleted, so the packed contents
    // are those at the deletion.
    const packed = await packRecords(db, removal, some)
    isOver = await step(async (tx, progress) => {
      // The first statement locks the dataset, so none of the records that the second finds can change before they are removed.
      const [version, older] = await Promise.all([nextVersionOf(tx, removal.datasetId), findOlder(tx, removal, some)])
      progress.isLast = some.length === 0 || version === undefined
      // Undefined when the dataset was deleted in the meantime.
      if (version === undefined) return true
      if (progress.isLast) await afterRemoval(tx, removal, done)
      else await removeSome(tx, removal, older, version, packed)
      progress.done = some.length
      return progress.isLast
    })
    done += some.length
  }
}

/**
 * Remove records that exist. The statements are sent together, so that the transaction is short.
 *
 * @param packed - the contents of these records for the log
 * @returns the number of records
 */
async function removeSome(
  tx: Tx,
  removal: Removal,
  keys: readonly string[],
  version: number,
  packed: string | undefined,
): Promise<number> {
  if (keys.length === 0) return 0
  const { datasetId, userId, isMark } = removal
  const about = aboutDataset({ id: userId }, { id: datasetId })
  if (isMark) {
    const { before, changes } = await mark(tx, removal, keys, version)
    await logEvent(tx, { kind: 'task_records.discard', ...about, before, after: { status: 'Discarded' } })
    await logChanges(tx, { id: userId }, datasetId, 'task_record.update', changes)
    await enqueueSealing(tx, datasetId, keys.length)
  } else
    await Promise.all([
      deleteRecordRows(tx, datasetId, keys, version),
      logEvent(tx, {
        ...{ kind: 'task_records.delete', ...about },
        before: { keys: [...keys], records: packed },
        after: { count: keys.length },
      }),
    ])
  return keys.length
}

/**
 * Enqueue what follows a deletion. Segments are not built before its end: they would be built again and again, at the cost of everything
 * else that the server does, whereas searches know deleted records by their keys alone.
 */
async function afterRemoval(tx: Tx, { datasetId, isMark }: Removal, count: number): Promise<void> {
  if (isMark || count === 0) return
  await Promise.all([enqueueTombstoneRemoval(tx, datasetId), enqueueSealing(tx, datasetId, count)])
}

/** Those of these records that have not been changed in the meantime. */
async function findOlder(db: Db, { datasetId, version }: Removal, keys: readonly string[]): Promise<string[]> {
  const versions = await selectVersions(db, datasetId, keys)
  return keys.filter((key) => (versions.get(key) ?? version) < version)
}

/** The contents of records for the event of their deletion; undefined for records that are only marked, since they stay. */
async function packRecords(
  db: Db,
  { datasetId, isMark, version }: Removal,
  keys: readonly string[],
): Promise<string | undefined> {
  if (isMark) return undefined
  const [rows, vectors] = await Promise.all([selectRecords(db, datasetId, keys), selectVectorRows(db, datasetId, keys)])
  const lines = [...rows.values()]
    .filter((row) => row.version < version)
    .map(({ key, document, derived, metrics, done_as, done_by, done_at }) => {
      const own = (vectors.get(key) ?? []).map(({ name, value, extra }) => {
        const bytes = Buffer.from(value).toString('base64')
        return `{"name":${JSON.stringify(name)},"value":"${bytes}","extra":${extra}}`
      })
      const done = JSON.stringify({ done_as, done_by, done_at })
      return `{"key":${JSON.stringify(key)},"document":${document},"derived":${derived},"metrics":${metrics},"vectors":[${own}],"done":${done}}`
    })
  return pack(lines)
}

/** Mark records as discarded, in batches that fit into memory. Returns their keys with their former statuses, and the changes. */
async function mark(
  tx: Tx,
  { datasetId, userId }: Removal,
  keys: readonly string[],
  version: number,
): Promise<{ before: { keys: string[]; statuses: string[] }; changes: ChangedDocument[] }> {
  const before = { keys: [] as string[], statuses: [] as string[] }
  const changes: ChangedDocument[] = []
  const user = await tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  const writer = { username: user?.username ?? null, now: wireTime(nowMicros()) }
  for (let rest = keys; rest.length > 0; ) {
    const sizes = await selectSizes(tx, datasetId, rest, { vectors: false })
    const some = rest.slice(0, fitting(rest.map((key) => sizes.get(key) ?? 0)))
    rest = rest.slice(some.length)
    const rows = await selectRecords(tx, datasetId, some)
    const marked = [...rows.values()].map((row) => {
      const document = parseDocument(row.document)
      before.keys.push(row.key)
      before.statuses.push(document.status)
      const after: TaskDocument = { ...document, status: 'Discarded' }
      changes.push({ before: document, after })
      return { key: row.key, document: exactJsonText(after), ...doneBy(writer, after, { ...row, document }) }
    })
    await setDocuments(tx, datasetId, marked, version)
  }
  return { before, changes }
}

/** Increment the version of a dataset and return it; undefined when the dataset was deleted. */
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
  return count
}

/** Split records into portions that are small enough for one transaction each. */
function inPortions(keys: readonly string[], sizes: readonly number[], maxBytes: number): string[][] {
  const portions: string[][] = []
  for (let from = 0; from < keys.length; from += portions.at(-1)?.length ?? 0)
    portions.push(keys.slice(from, from + fitting(sizes.slice(from), maxBytes)))
  return portions
}

async function areSmall(db: Db, removal: Removal, keys: readonly string[]): Promise<boolean> {
  const sizes = await sizesOf(db, removal, keys)
  return sizes.reduce((sum, size) => sum + size, 0) <= mostBytes(removal)
}

function mostBytes({ isMark }: Removal): number {
  return isMark ? MARKED_BYTES : DELETED_BYTES
}

async function sizesOf(db: Db, { datasetId, isMark }: Removal, keys: readonly string[]): Promise<number[]> {
  const sizes = await selectSizes(db, datasetId, keys, { vectors: !isMark })
  return keys.map((key) => sizes.get(key) ?? 0)
}
