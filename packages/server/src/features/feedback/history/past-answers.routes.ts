import type { Response } from '@postil/contract/feedback/responses'
import { type PastAnswers, pastAnswerRoutes } from '@postil/contract/feedback/team/past-answers'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { nowMicros, wireTime } from '../../../db/clock'
import { LONGEST_TRANSACTION_MICROS } from '../../../db/events'
import type { Db, ResponseTable } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { readLogBegin } from '../../../events/log-begin'
import { fitting } from '../../../http/bodies/reply-size'
import { handle } from '../../../http/calls/handle'
import { selectNames } from '../../account/users/select-names'
import { readWritten } from '../records/read-records'
import { findSizes } from '../records/record-sizes'
import { metadataFor, type RecordView } from '../records/record-view'
import { resolutionText } from '../resolutions/resolutions.wire'
import { completionFor } from '../resolutions/seen-resolutions'
import { responseText } from '../responses/responses.wire'
import * as store from './past-answers.store'

/** Handlers of the answers at an earlier time. */
export const pastAnswerHandlers = handle(pastAnswerRoutes, {
  listPastAnswers: async ({ db, context, user, found, query: { at = nowMicros(), after = '', limit, include } }) => {
    const dataset = found('dataset')
    const view = include.includes('records') && {
      suggestions: include.includes('suggestions'),
      vectors: include.includes('vectors') ? ('all' as const) : undefined,
      showMetadata: await metadataFor(db, user, dataset.id),
      completion: completionFor(user, dataset),
    }
    return readPastAnswers(context.engine.heavyDb, { datasetId: dataset.id, at, after, limit }, view || undefined)
  },
})

/**
 * The answers of a page of records at a moment. What has not changed since is read from the tables; of everything else, the first change after the moment
 * says what it was before.
 *
 * @param view - what to show of the records themselves, as they are now; undefined for nothing
 * @throws InvalidError when the log no longer has all changes since
 */
async function readPastAnswers(db: Db, page: store.PastPage, view?: RecordView) {
  const logBegin = await readLogBegin(db)
  if (page.at < logBegin)
    throw new InvalidError(`The log of changes begins at ${wireTime(logBegin)}. Ask for a later moment.`)
  // In this order: a record that is deleted meanwhile is then in the second list, and a changed answer in the events.
  const there = await store.selectStillThere(db, page)
  const lastId = there.length === page.limit ? there.at(-1)?.id : undefined
  const gone = await store.selectDeletedSince(db, page, lastId)
  const all = [...new Set([...there.map(({ id }) => id), ...gone])].toSorted().slice(0, page.limit)
  const pks = new Map(there.map(({ id, pk }) => [id, pk]))
  const insertedAt = new Map(there.map(({ id, inserted_at }) => [id, inserted_at]))
  const ids = all.slice(0, fitting(await sizesOf(db, all, pks, page.at, view)))
  const states = await readStates(db, ids, pks, insertedAt, page.at)
  const notYet = await importedLater(db, [...states.values()], page)
  const { authors, users } = await findAuthors(db, [...states.values()], page)
  const records = view && new Map((await readWritten(db, pksOf(ids, pks), view)).map((record) => [record.id, record]))

  const items = ids.flatMap((record_id): PastAnswers[] => {
    const state = states.get(record_id)
    if (!state || !isThere(state, page.at) || notYet.has(record_id)) return []
    const responses = [...state.responses.values()].filter((one) => one !== null)
    return [
      {
        record_id,
        responses: responses
          .toSorted(byAge)
          .map((one) => ({ ...one, user_id: one.user_id ?? authors.get(one.id) ?? null })),
        resolutions: [...state.resolutions.values()]
          .filter((one) => one !== null)
          .map((one) => ({ ...one, user_id: one.user_id ?? authors.get(decisionKey(one)) ?? null })),
        ...(records && { record: records.get(record_id) ?? null }),
      },
    ]
  })
  const isLast = ids.length === all.length && all.length < page.limit
  return { items, next: isLast ? null : (ids.at(-1) ?? null), users }
}

async function sizesOf(
  db: Db,
  ids: readonly string[],
  pks: ReadonlyMap<string, number>,
  at: number,
  view: RecordView | undefined,
): Promise<number[]> {
  const events = await store.selectEventSizes(db, ids, at)
  const answers = await store.selectAnswerSizes(db, pksOf(ids, pks))
  const records = view && (await findSizes(db, pksOf(ids, pks), view))
  return ids.map((id) => {
    const pk = pks.get(id) ?? -1
    return (events.get(id) ?? 0) + (answers.get(pk) ?? 0) + (records?.get(pk) ?? 0)
  })
}

function pksOf(ids: readonly string[], pks: ReadonlyMap<string, number>): number[] {
  return ids.flatMap((id) => pks.get(id) ?? [])
}

/** Records that an import had written by the moment, but not yet committed. Only those of the last minutes before it can be among them. */
async function importedLater(db: Db, states: readonly RecordState[], { datasetId, at }: store.PastPage) {
  const isRecent = (state: RecordState) => isThere(state, at) && !isThere(state, at - LONGEST_TRANSACTION_MICROS)
  if (!states.some(isRecent)) return new Set<string>()
  const events = await store.selectImportsAround(db, datasetId, at)
  return new Set(
    events.flatMap(({ after }) => {
      const { ids, created = ids }: { ids?: string[]; created?: string[] } = JSON.parse(after ?? '{}')
      return created ?? []
    }),
  )
}

/** The answers of one record; null for what there was not yet. */
interface RecordState {
  insertedAt: number
  responses: Map<string, Response | null>
  resolutions: Map<string, Resolution | null>
}

function isThere({ insertedAt }: RecordState, at: number): boolean {
  return insertedAt <= at
}

async function readStates(
  db: Db,
  ids: readonly string[],
  pks: ReadonlyMap<string, number>,
  insertedAt: ReadonlyMap<string, number>,
  at: number,
): Promise<Map<string, RecordState>> {
  const states = new Map<string, RecordState>(
    ids.map((id) => [
      id,
      // Of a deleted record, its event tells when it was inserted.
      { insertedAt: insertedAt.get(id) ?? Number.POSITIVE_INFINITY, responses: new Map(), resolutions: new Map() },
    ]),
  )
  if (ids.length === 0) return states
  const now = await store.selectAnswers(db, pksOf(ids, pks))
  for (const { kind, record_id, before, after } of await store.selectChangesSince(db, ids, at)) {
    const state = states.get(record_id ?? '')
    if (!state) continue
    if (kind === 'record.delete') addDeleted(state, before)
    // It was deleted before the moment.
    else if (kind === 'record.restore') state.insertedAt = Number.POSITIVE_INFINITY
    else if (kind.startsWith('response.')) {
      const { id }: Response = JSON.parse(before ?? after ?? '{}')
      addFirst(state.responses, id, before)
    } else {
      const { question_id }: Resolution = JSON.parse(before ?? after ?? '{}')
      addFirst(state.resolutions, question_id, before)
    }
  }
  for (const row of now.responses) {
    const state = states.get(row.record_id)
    if (state && !state.responses.has(row.id)) state.responses.set(row.id, JSON.parse(responseText(row)))
  }
  for (const row of now.resolutions) {
    const state = states.get(row.record_id)
    if (state && !state.resolutions.has(row.question_id))
      state.resolutions.set(row.question_id, JSON.parse(resolutionText(row)))
  }
  return states
}

/** The first change after the moment tells; later ones do not. */
function addFirst<State>(states: Map<string, State | null>, key: string, before: string | null): void {
  if (!states.has(key)) states.set(key, before === null ? null : JSON.parse(before))
}

/** What the event of a deleted record has, as it was stored. */
interface DeletedRecord {
  inserted_at: number
  responses: ResponseTable[]
  resolutions?: Resolution[]
}

function addDeleted(state: RecordState, before: string | null): void {
  const record: DeletedRecord = JSON.parse(before ?? '{}')
  state.insertedAt = record.inserted_at
  for (const row of record.responses) addFirst(state.responses, row.id, responseText(row))
  for (const one of record.resolutions ?? []) addFirst(state.resolutions, one.question_id, JSON.stringify(one))
}

/** Who gave the responses and made the decisions whose authors were deleted since, and the names of all authors. */
async function findAuthors(db: Db, states: readonly RecordState[], { datasetId, at }: store.PastPage) {
  const given = states.flatMap(({ responses, resolutions }) => [
    ...[...responses.values()].flatMap((one) => (one ? [{ key: one.id, user_id: one.user_id }] : [])),
    ...[...resolutions.values()].flatMap((one) => (one ? [{ key: decisionKey(one), user_id: one.user_id }] : [])),
  ])
  const present = await selectNames(db, idsOf(given))
  const names = new Map(present.map(({ id, username }) => [id, username]))
  // Also where the event before the deletion names the author: the name of the user is nowhere else.
  const isAnyMissing = given.some(({ user_id }) => user_id === null || !names.has(user_id))
  const deleted = isAnyMissing ? await store.selectAnonymizedSince(db, datasetId, at) : []
  const authors = new Map(
    deleted.flatMap(({ user_id, ids, resolutions = [] }) =>
      [...ids, ...resolutions.map(decisionKey)].map((key) => [key, user_id] as const),
    ),
  )
  for (const { user_id, username } of deleted) names.set(user_id, username)
  const unnamed = idsOf(given).filter((id) => !names.has(id))
  for (const { id, username } of await store.selectDeletedUsers(db, unnamed)) names.set(id, username)
  const known = idsOf(given.map(({ key, user_id }) => ({ user_id: user_id ?? authors.get(key) ?? null })))
  const users = known.flatMap((id) => {
    const username = names.get(id)
    return username === undefined ? [] : [{ id, username }]
  })
  return { authors, users }
}

function idsOf(given: readonly { user_id: string | null }[]): string[] {
  return [...new Set(given.map(({ user_id }) => user_id).filter((id) => id !== null))]
}

function decisionKey({ record_id, question_id, updated_at }: store.DecidedThen): string {
  return `${record_id} ${question_id} ${updated_at}`
}

function byAge(one: Response, other: Response): number {
  if (one.inserted_at !== other.inserted_at) return one.inserted_at < other.inserted_at ? -1 : 1
  return one.id < other.id ? -1 : 1
}
