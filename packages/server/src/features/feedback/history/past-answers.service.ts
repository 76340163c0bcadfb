import type { Response } from '@postil/contract/feedback/responses'
import type { PastAnswers } from '@postil/contract/feedback/team/past-answers'
import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { wireTime } from '../../../db/clock'
import type { Db, ResponseTable } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { readLogBegin } from '../../../events/log-begin'
import { fitting } from '../../../http/bodies/reply-size'
import { selectUsernames } from '../agreement/agreement.service'
import { resolutionText } from '../resolutions/resolutions.wire'
import { responseText } from '../responses/responses.wire'
import * as store from './past-answers.store'

/**
 * The answers of a page of records at a moment. What has not changed since is read from the tables; of everything else, the first change after the moment
 * says what it was before.
 *
 * @throws InvalidError when the log no longer has all changes since
 */
export async function readPastAnswers(db: Db, page: store.PastPage) {
  const logBegin = await readLogBegin(db)
  if (page.at < logBegin)
    throw new InvalidError(`The log of changes begins at ${wireTime(logBegin)}. Ask for a later moment.`)
  // In this order: a record that is deleted meanwhile is then in the second list, and a changed answer in the events.
  const there = await store.selectStillThere(db, page)
  const lastId = there.length === page.limit ? there.at(-1)?.id : undefined
  const gone = await store.selectDeletedSince(db, page, lastId)
  const all = [...new Set([...there.map(({ id }) => id), ...gone])].toSorted().slice(0, page.limit)
  const pks = new Map(there.map(({ id, pk }) => [id, pk]))
  const ids = all.slice(0, fitting(await sizesOf(db, all, pks, page.at)))
  const notYet = await importedLater(db, all, page)
  const states = await readStates(db, ids, pks, page.at)
  const { authors, users } = await findAuthors(db, [...states.values()], page)

  const items = ids.flatMap((record_id): PastAnswers[] => {
    const state = states.get(record_id)
    if (!state?.isThere || notYet.has(record_id)) return []
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
): Promise<number[]> {
  const events = await store.selectEventSizes(db, ids, at)
  const answers = await store.selectAnswerSizes(
    db,
    ids.flatMap((id) => pks.get(id) ?? []),
  )
  return ids.map((id) => (events.get(id) ?? 0) + (answers.get(pks.get(id) ?? -1) ?? 0))
}

/** Records that an import had written by the moment, but not yet committed. */
async function importedLater(db: Db, ids: readonly string[], { datasetId, at }: store.PastPage) {
  if (ids.length === 0) return new Set<string>()
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
  isThere: boolean
  responses: Map<string, Response | null>
  resolutions: Map<string, Resolution | null>
}

async function readStates(
  db: Db,
  ids: readonly string[],
  pks: ReadonlyMap<string, number>,
  at: number,
): Promise<Map<string, RecordState>> {
  const states = new Map<string, RecordState>(
    ids.map((id) => [id, { isThere: pks.has(id), responses: new Map(), resolutions: new Map() }]),
  )
  if (ids.length === 0) return states
  const now = await store.selectAnswers(
    db,
    ids.flatMap((id) => pks.get(id) ?? []),
  )
  for (const { kind, record_id, before, after } of await store.selectChangesSince(db, ids, at)) {
    const state = states.get(record_id ?? '')
    if (!state) continue
    if (kind === 'record.delete') addDeleted(state, before, at)
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

function addDeleted(state: RecordState, before: string | null, at: number): void {
  const record: DeletedRecord = JSON.parse(before ?? '{}')
  state.isThere = Number(record.inserted_at) <= at
  for (const row of record.responses) addFirst(state.responses, row.id, responseText(row))
  for (const one of record.resolutions ?? []) addFirst(state.resolutions, one.question_id, JSON.stringify(one))
}

/** Who gave the responses and made the decisions whose authors were deleted since, and the names of all authors. */
async function findAuthors(db: Db, states: readonly RecordState[], { datasetId, at }: store.PastPage) {
  const given = states.flatMap(({ responses, resolutions }) => [
    ...[...responses.values()].flatMap((one) => (one ? [{ key: one.id, user_id: one.user_id }] : [])),
    ...[...resolutions.values()].flatMap((one) => (one ? [{ key: decisionKey(one), user_id: one.user_id }] : [])),
  ])
  // The author is read from the log also where the event before the deletion names one: the name of the user is nowhere else.
  const deleted = await store.selectAnonymizedSince(db, datasetId, at)
  const authors = new Map(
    deleted.flatMap(({ user_id, ids, resolutions = [] }) =>
      [...ids, ...resolutions.map(decisionKey)].map((key) => [key, user_id] as const),
    ),
  )
  const known = new Set(given.map(({ key, user_id }) => user_id ?? authors.get(key)).filter((id) => id !== undefined))
  const users = await selectUsernames(db, [...known])
  const names = new Map(deleted.map(({ user_id, username }) => [user_id, username]))
  for (const id of known) {
    const username = names.get(id)
    if (username !== undefined) users.push({ id, username })
  }
  return { authors, users }
}

function decisionKey({ record_id, question_id, updated_at }: store.DecidedThen): string {
  return `${record_id} ${question_id} ${updated_at}`
}

function byAge(one: Response, other: Response): number {
  if (one.inserted_at !== other.inserted_at) return one.inserted_at < other.inserted_at ? -1 : 1
  return one.id < other.id ? -1 : 1
}
