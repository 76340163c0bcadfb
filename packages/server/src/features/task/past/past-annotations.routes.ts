import type { Json } from '@postil/contract/shapes'
import { PAST_CURSOR, pastAnnotationRoutes } from '@postil/contract/task/past-annotations'
import type { TaskDocument } from '@postil/domain/task-records/document'
import { textOfInputs } from '@postil/domain/task-records/text-classification'
import { exactJsonText, parseExactJson } from '@postil/domain/wire/exact-json'
import { microsOf, nowMicros, wireTime } from '../../../db/clock'
import { LONGEST_TRANSACTION_MICROS } from '../../../db/events'
import type { Db } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { readLogBegin } from '../../../events/log-begin'
import { unpack } from '../../../events/packed'
import { fitting } from '../../../http/bodies/reply-size'
import { handle } from '../../../http/calls/handle'
import { assertOpen, type FoundTaskDataset } from '../datasets/find-task-dataset'
import { parseDocument, writableDocument } from '../exact-metadata'
import { selectRecords } from '../records/records.service'
import * as store from './past-annotations.store'

/** Handlers of the routes about earlier states of classic datasets. */
export const pastAnnotationHandlers = handle(pastAnnotationRoutes, {
  listPastAnnotations: ({ db, found, query: { at = nowMicros(), after, limit } }) =>
    readPastAnnotations(db, found('task_dataset'), { at, after, limit }),
})

interface PageAsked {
  at: number
  /** The `next` of the previous page. */
  after: string | undefined
  limit: number
}

interface Page {
  items: Record<string, Json>[]
  next: string | null
}

/** A record that exists, or was deleted by the event with this number. */
interface Candidate {
  key: string
  document: TaskDocument
  deletion?: number
}

/**
 * The records of a classic dataset at a moment, read backwards: from each record as it is, or as it was deleted, to the state before its first
 * change after the moment.
 *
 * @throws InvalidError when the log does not have all changes since
 */
async function readPastAnnotations(db: Db, dataset: FoundTaskDataset, asked: PageAsked): Promise<Page> {
  const { id, created_at } = assertOpen(dataset)
  const begin = Math.max(await readLogBegin(db), await store.selectHistoryBegin(db))
  if (asked.at < begin && created_at < begin)
    throw new InvalidError(`The log of changes begins at ${wireTime(begin)}. Ask for a later moment.`)
  // Copied records are older than their dataset.
  if (asked.at < created_at) return { items: [], next: null }
  const [, seq, from, key] = PAST_CURSOR.exec(asked.after ?? '') ?? []
  return seq === undefined
    ? readPresent(db, id, asked, key)
    : readDeleted(db, id, asked, { seq: Number(seq), from: Number(from) })
}

/** A page of existing records, after a key. */
async function readPresent(
  db: Db,
  datasetId: string,
  { at, limit }: PageAsked,
  after: string | undefined,
): Promise<Page> {
  const rows = await store.selectKeysAfter(db, datasetId, after, limit)
  const keys = rows.map(({ key }) => key)
  const sizes = await store.selectChangeSizes(db, { datasetId, keys, at })
  const some = keys.slice(0, fitting(rows.map(({ key, bytes }) => bytes + (sizes.get(key) ?? 0))))
  // A change that is committed after this is among the events, but not in the document; it is skipped.
  const records = await selectRecords(db, datasetId, some)
  const candidates = some.flatMap((key): Candidate[] => {
    const row = records.get(key)
    return row ? [{ key, document: parseDocument(row.document) }] : []
  })
  const items = await statesAt(db, datasetId, at, candidates)
  const last = some.at(-1)
  if (last !== undefined && (some.length < keys.length || keys.length === limit)) return { items, next: `k${last}` }
  const deletion = await store.selectDeletion(db, datasetId, at, 0)
  return { items, next: deletion ? cursorOf(deletion.seq, 0) : null }
}

/** A page of the records that one event deleted after the moment, from a position in it. */
async function readDeleted(
  db: Db,
  datasetId: string,
  { at, limit }: PageAsked,
  { seq, from }: { seq: number; from: number },
): Promise<Page> {
  const event = await store.selectDeletion(db, datasetId, at, seq)
  if (!event) return { items: [], next: null }
  const { keys, records }: { keys?: string[]; records?: string } = JSON.parse(event.before ?? '{}')
  const lines = records === undefined ? [] : await unpack(records)
  const begin = event.seq === seq ? from : 0
  const wanted = lines.slice(begin, begin + limit)
  // Records that were changed while the deletion was under way are packed, but were not deleted.
  const deleted = new Set(keys)
  const read = wanted.map((line) => parseExactJson(line) as Candidate)
  const sizes = await store.selectChangeSizes(db, { datasetId, keys: read.map(({ key }) => key), at })
  const fits = fitting(read.map(({ key }, place) => (wanted[place]?.length ?? 0) + (sizes.get(key) ?? 0)))
  const candidates = read
    .slice(0, fits)
    .filter(({ key }) => deleted.has(key))
    .map(({ key, document }) => ({ key, document, deletion: event.seq }))
  const items = await statesAt(db, datasetId, at, candidates)
  if (begin + fits < lines.length) return { items, next: cursorOf(event.seq, begin + fits) }
  const following = await store.selectDeletion(db, datasetId, at, event.seq + 1)
  return { items, next: following ? cursorOf(following.seq, 0) : null }
}

function cursorOf(seq: number, from: number): string {
  return `d${seq}.${from}`
}

/** The states of records at the moment, without those that were not there. */
async function statesAt(
  db: Db,
  datasetId: string,
  at: number,
  candidates: readonly Candidate[],
): Promise<Record<string, Json>[]> {
  const keys = candidates.map(({ key }) => key)
  const changes = (await store.selectChanges(db, { datasetId, keys, at })).map(parseChange)
  const byKey = new Map<string, Change[]>(keys.map((key) => [key, []]))
  for (const change of changes) byKey.get(change.key)?.push(change)
  const deletions = changes.flatMap(({ deletion }) => deletion ?? [])
  const deletedLater = await store.selectLaterOnes(db, [...new Set(deletions)], at)
  const states = candidates.flatMap((candidate) => {
    const state = takeBack(candidate, byKey.get(candidate.key) ?? [], deletedLater)
    const since = state?.last_updated === undefined ? undefined : microsOf(state.last_updated)
    return state && since !== undefined && since <= at ? [{ candidate, state, since }] : []
  })
  const isRecent = states.some(({ since }) => since > at - LONGEST_TRANSACTION_MICROS)
  const calls = isRecent ? (await store.selectCallsAround(db, datasetId, at)).map(newIn) : []
  return states
    .filter(
      ({ candidate: { key, deletion = Infinity } }) => !calls.some(({ seq, ids }) => seq < deletion && ids.has(key)),
    )
    .map(({ state }) => ({ ...writableDocument(state) }) as unknown as Record<string, Json>)
}

interface Change {
  seq: number
  key: string
  before: Partial<TaskDocument>
  after: Partial<TaskDocument>
  /** Of a restored record: the number of the event of its deletion. */
  deletion: number | undefined
}

function parseChange({ seq, key, before, after }: store.ChangeRow): Change {
  const { deletion, ...rest }: Partial<TaskDocument> & { deletion?: number } = parseDocument(after ?? '{}')
  return { seq, key, before: parseDocument(before ?? '{}'), after: rest, deletion }
}

/**
 * Take back the changes of a record. They are followed along `last_updated`, as in its history: an earlier record with the same id has changes of
 * its own.
 *
 * @param changes - since the moment, the latest first
 * @returns undefined for a record that was restored since, and had been deleted before the moment; and for a deleted one that was restored,
 * since it is found again as the restored one
 */
function takeBack(
  { document, deletion }: Candidate,
  changes: readonly Change[],
  deletedLater: ReadonlySet<number>,
): TaskDocument | undefined {
  if (deletion !== undefined && changes.some((one) => one.deletion === deletion)) return undefined
  let state = document
  for (const { seq, before, after, deletion: restored } of changes) {
    if (deletion !== undefined && seq > deletion) continue
    // Of an earlier record with the same id, or newer than the document.
    if (after.last_updated !== state.last_updated) continue
    if (restored !== undefined && !deletedLater.has(restored)) return undefined
    const kept = Object.entries(state).filter(([name]) => !(name in after))
    state = { ...(Object.fromEntries(kept) as unknown as TaskDocument), ...before } as TaskDocument
  }
  return withItsText(state, document)
}

/** The text of a record with inputs is composed of them, so that changes do not contain it. */
function withItsText(state: TaskDocument, document: TaskDocument): TaskDocument {
  if (!('inputs' in state) || !('inputs' in document)) return state
  const isSame = exactJsonText({ inputs: state.inputs }) === exactJsonText({ inputs: document.inputs })
  return isSame ? state : { ...state, text: textOfInputs(state.inputs) }
}

/** The ids of the records that a call added. Events of older versions do not contain them. */
function newIn({ seq, after }: { seq: number; after: string | null }): { seq: number; ids: Set<string> } {
  const { ids = [], changed }: { ids?: unknown[]; changed?: unknown[] } = JSON.parse(after ?? '{}')
  if (!changed) return { seq, ids: new Set() }
  const known = new Set(changed.map(String))
  return { seq, ids: new Set(ids.map(String).filter((id) => !known.has(id))) }
}
