import type { ResponseBulkItem, ResponseCreate, ResponseUpsert } from '@postil/contract/feedback/responses'
import { checkResponse } from '@postil/domain/answers/check-response'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import { lockDataset, lockRecord, lockRecords } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import type { ResponseTable, Tx } from '../../../db/tables'
import { ConflictError, ForbiddenError, InvalidError } from '../../../errors'
import type { EventSide } from '../../../events/catalogue'
import { ASSIGNED_TO_OTHERS, ITEM_FORBIDDEN, resourceNotFound } from '../../../wire/resource-errors'
import { loadQuestions, type RuledQuestion } from '../common/dataset-rules'
import { storedFieldText } from '../common/field-text'
import { findAuthors } from '../common/find-authors'
import type { StoredRecord } from '../common/stored-record'
import { countFirstAnswers, updateStats } from '../datasets/dataset-stats'
import { getDataset } from '../datasets/datasets.service'
import {
  findAnswerable,
  findForOthers,
  findMyResponses,
  findResponse,
  findWorkspacesOf,
  hasResponse,
} from './responses.store'
import { responseText, responseToWire } from './responses.wire'
import { deleteResponseRow, insertLastResponse, insertResponse, replaceResponse, saveResponses } from './save-responses'

/**
 * Save the first response of the caller, or of the user whom a lead names, to a record. Throws `InvalidError`, `ConflictError`.
 *
 * @throws ForbiddenError when the caller may not store responses in the name of the user
 */
export async function createResponse(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  response: ResponseCreate,
  userId = user.id,
): Promise<ResponseTable> {
  if (userId !== user.id) await assertAuthor(tx, user, record, userId)
  const [, questions] = await Promise.all([lockRecord(tx, record), loadQuestions(tx, record.dataset_id)])
  const failure = checkResponse(questions, response, storedFieldText(record.fields))
  if (failure !== undefined)
    throw (await hasResponse(tx, record.pk, userId)) ? alreadyExists(record, userId) : new InvalidError(failure)
  return insertLastResponse(tx, user, { record, userId, response, questions }, () => alreadyExists(record, userId))
}

/** Make sure that the caller is a lead who may store responses in the name of a user. Throws `ForbiddenError`. */
async function assertAuthor(tx: Tx, user: SessionUser, record: StoredRecord, userId: string): Promise<void> {
  // The route asks for membership already.
  const { workspace_id } = await getDataset(tx, record.dataset_id)
  const isAllowed = can(user, 'response.change', { isMember: true })
  if (!isAllowed || !(await findAuthors(tx, user, workspace_id, [userId])).has(userId)) throw new ForbiddenError()
}

/**
 * Replace a response: its status and all answers. Its author stays the same, whoever changes it.
 *
 * @param knownAs - the `updated_at` that the caller last read; a response with another one is left unchanged
 * @throws ConflictError when the response was changed since the caller read it
 * @throws ForbiddenError when the caller may not store responses in the name of its author
 */
export async function updateResponse(
  tx: Tx,
  user: SessionUser,
  before: ResponseTable & { workspaceId: string },
  response: ResponseCreate,
  knownAs?: string,
): Promise<ResponseTable> {
  const isBound = knownAs !== undefined
  if (isBound && knownAs !== wireTime(before.updated_at)) throw changedSince(before)
  const { user_id: author, workspaceId } = before
  if (author !== null && author !== user.id && !(await findAuthors(tx, user, workspaceId, [author])).has(author))
    throw new ForbiddenError()
  const [, answerable, questions] = await Promise.all([
    lockRecord(tx, { id: before.record_id, dataset_id: before.dataset_id }),
    findAnswerable(tx, [before.record_id]),
    loadQuestions(tx, before.dataset_id),
  ])
  const record = answerable.get(before.record_id)
  if (!record) throw resourceNotFound('response', before.id)
  assertResponse(questions, record, response)
  const current = await readLocked(tx, before, isBound)
  const row = await replaceResponse(tx, user, current, { response, questions }, isBound)
  if (!row) throw isBound ? changedSince(before) : resourceNotFound('response', before.id)
  return row
}

/**
 * Delete a response. Returns it as it was.
 *
 * @param knownAs - the `updated_at` that the caller last read; a response with another one is kept
 * @throws ConflictError when the response was changed since the caller read it
 */
export async function deleteResponse(
  tx: Tx,
  user: SessionUser,
  row: ResponseTable,
  knownAs?: string,
): Promise<ResponseTable> {
  const isBound = knownAs !== undefined
  if (isBound && knownAs !== wireTime(row.updated_at)) throw changedSince(row)
  await lockRecord(tx, { id: row.record_id, dataset_id: row.dataset_id })
  const current = await readLocked(tx, row, isBound)
  if (!(await deleteResponseRow(tx, user, current, isBound)))
    throw isBound ? changedSince(row) : resourceNotFound('response', row.id)
  return current
}

/** Read a response again whose record is locked now: it may have been changed or deleted before the lock. */
async function readLocked(tx: Tx, known: ResponseTable, isBound: boolean): Promise<ResponseTable> {
  const current = await findResponse(tx, known.id)
  if (isBound && current?.updated_at !== known.updated_at) throw changedSince(known)
  if (!current) throw resourceNotFound('response', known.id)
  return current
}

/**
 * Create or replace the caller's responses to several records. Each item succeeds or fails by itself: every item is validated before it is
 * written, so that an invalid one does not roll back the others.
 *
 * @param overwrite - false: records that are already answered are left unchanged, even if the other answer is saved at the same time
 */
export async function saveMyResponses(
  tx: Tx,
  user: SessionUser,
  items: readonly ResponseUpsert[],
  { overwrite }: { overwrite: boolean },
): Promise<ResponseBulkItem[]> {
  const ids = items.map(({ record_id }) => record_id)
  await lockRecords(tx, { ids })
  const records = await findAnswerable(tx, ids)
  const workspaces = can(user, 'workspaces.readAll') ? undefined : await findWorkspacesOf(tx, user.id)
  const isLead = can(user, 'records.assign', { isMember: true })
  const forOthers = isLead ? undefined : await findForOthers(tx, user.id, records.values())
  const questionsOf = new Map<string, RuledQuestion[]>()
  for (const { dataset_id } of records.values()) {
    if (questionsOf.has(dataset_id)) continue
    const [, questions] = await Promise.all([lockDataset(tx, dataset_id), loadQuestions(tx, dataset_id)])
    questionsOf.set(dataset_id, questions)
  }
  const before = await findMyResponses(
    tx,
    user.id,
    [...records.values()].map(({ pk }) => pk),
  )

  const replies: ResponseBulkItem[] = []
  /** Changed datasets, with the number of first answers, the records of those submitted, and whether anything else changed. */
  const active = new Map<string, { first: number; submittedPks: number[]; isChanged: boolean; isReopened: boolean }>()
  for (const { record_id, ...response } of items) {
    const record = records.get(record_id)
    const questions = questionsOf.get(record?.dataset_id ?? '') ?? []
    const failure = !record
      ? `Record with id \`${record_id}\` not found`
      : workspaces && !workspaces.has(record.workspaceId)
        ? ITEM_FORBIDDEN
        : forOthers?.has(record.pk)
          ? ASSIGNED_TO_OTHERS
          : checkResponse(questions, response, storedFieldText(record.fields))
    if (!record || failure !== undefined) {
      replies.push({ item: null, error: { detail: failure ?? '' } })
      continue
    }
    const earlier = before.get(record.pk)
    const item = { record, userId: user.id, response, questions }
    const [row] = overwrite ? await saveResponses(tx, [item]) : [await insertResponse(tx, item)]
    if (!row) {
      if (overwrite) throw new Error('A response was not there after it was saved.')
      replies.push({ item: null, error: { detail: alreadyExists(record, user.id).message, code: 'conflict' } })
      continue
    }
    if (overwrite) {
      const kind = earlier ? 'response.update' : 'response.create'
      const was = earlier && responseText(earlier)
      await logEvent(tx, { ...about(user, row), kind, before: was, after: responseText(row) })
    }
    before.set(record.pk, row)
    const change = active.get(record.dataset_id) ?? { first: 0, submittedPks: [], isChanged: false, isReopened: false }
    active.set(record.dataset_id, change)
    if (earlier) change.isChanged = true
    else change.first += 1
    if (!earlier && row.status === 'submitted') change.submittedPks.push(row.record_pk)
    if (earlier?.status === 'submitted' && row.status !== 'submitted') change.isReopened = true
    replies.push({ item: responseToWire(row), error: null })
  }
  for (const [datasetId, { first, submittedPks, isChanged, isReopened }] of [...active].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    if (first > 0) await countFirstAnswers(tx, { datasetId, userId: user.id, added: first, submittedPks })
    if (isChanged) await updateStats(tx, datasetId, { isActivity: true, isReopened })
  }
  return replies
}

function changedSince({ id }: ResponseTable): ConflictError {
  return new ConflictError(`Response with id \`${id}\` was changed since`)
}

function alreadyExists(record: { id: string }, userId: string): ConflictError {
  const message = `Response already exists for record with id \`${record.id}\` and by user with id \`${userId}\``
  return new ConflictError(message)
}

function assertResponse(
  questions: readonly RuledQuestion[],
  record: { fields: string },
  response: ResponseCreate,
): void {
  const failure = checkResponse(questions, response, storedFieldText(record.fields))
  if (failure) throw new InvalidError(failure)
}

/** Responses, and decisions, in one event. */
const IDS_PER_EVENT = 10_000

/**
 * Log which responses and decisions lose their author when a user is deleted, so that the answers of an earlier time can name them. The
 * caller has locked the user.
 */
export async function logAnonymized(tx: Tx, by: SessionUser, user: { id: string; username: string }): Promise<void> {
  const responses = await tx
    .selectFrom('responses')
    .select(['id', 'dataset_id'])
    .where('user_id', '=', user.id)
    .execute()
  const resolutions = await tx
    .selectFrom('resolutions')
    .select(['record_id', 'question_id', 'updated_at', 'dataset_id'])
    .where('user_id', '=', user.id)
    .execute()
  type Lost = Required<EventSide<'responses.anonymize', 'before'>>
  const byDataset = new Map<string, Pick<Lost, 'ids' | 'resolutions'>>()
  const lostIn = (datasetId: string) => {
    const lost = byDataset.get(datasetId) ?? { ids: [], resolutions: [] }
    byDataset.set(datasetId, lost)
    return lost
  }
  for (const { id, dataset_id } of responses) lostIn(dataset_id).ids.push(id)
  for (const { record_id, question_id, updated_at, dataset_id } of resolutions)
    lostIn(dataset_id).resolutions.push({ record_id, question_id, updated_at: wireTime(updated_at) })
  for (const [datasetId, lost] of byDataset)
    for (let from = 0; from < Math.max(lost.ids.length, lost.resolutions.length); from += IDS_PER_EVENT)
      await logEvent(tx, {
        kind: 'responses.anonymize',
        subjectId: user.id,
        userId: by.id,
        datasetId,
        before: {
          user_id: user.id,
          username: user.username,
          ids: lost.ids.slice(from, from + IDS_PER_EVENT),
          resolutions: lost.resolutions.slice(from, from + IDS_PER_EVENT),
        },
      })
}
