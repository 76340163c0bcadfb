import { type ResponseCreate, responseRoutes } from '@postil/contract/feedback/responses'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { lockRecord } from '../../../db/engines/lock-records'
import type { ResponseTable, Tx } from '../../../db/tables'
import { ForbiddenError, InvalidError } from '../../../errors'
import { handle } from '../../../http/calls/handle'
import { resourceNotFound } from '../../../wire/resource-errors'
import { assertAsKnown } from '../common/as-known'
import { loadQuestions } from '../common/dataset-rules'
import { findAuthors } from '../common/find-authors'
import type { StoredRecord } from '../common/stored-record'
import { getDataset } from '../datasets/datasets.service'
import { GivenResponses, type SentHow, sentHow } from './check-given'
import { findAnswerable, findResponse, hasResponse } from './responses.store'
import { responseToWire } from './responses.wire'
import { alreadyExists, saveMyResponses } from './save-my-responses'
import { deleteResponseRow, insertLastResponse, replaceResponse } from './save-responses'

export const responseHandlers = handle(responseRoutes, {
  createResponse: async ({ tx, user, found, body, query, headers }) =>
    responseToWire(await createResponse(tx, user, found('record'), body, { ...query, ...sentHow(headers) })),
  updateResponse: async ({ tx, user, found, body, query, headers }) =>
    responseToWire(await updateResponse(tx, user, found('response'), body, { ...query, ...sentHow(headers) })),
  deleteResponse: async ({ tx, user, found, query }) =>
    responseToWire(await deleteResponse(tx, user, found('response'), query.updated_at)),
  saveMyResponses: async ({ tx, user, body, query, headers }) => ({
    items: await saveMyResponses(tx, user, body.items, { ...query, ...sentHow(headers) }),
  }),
})

/**
 * Save the first response of the caller, or of the user whom a lead names, to a record. Throws `InvalidError`, `ConflictError`.
 *
 * @throws ForbiddenError when the caller may not store responses in the name of the user
 */
async function createResponse(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  given: ResponseCreate,
  { user_id: userId = user.id, isRepeatable }: { user_id?: string | undefined } & SentHow,
): Promise<ResponseTable> {
  if (userId !== user.id) await assertAuthor(tx, user, record, userId)
  const [, questions] = await Promise.all([lockRecord(tx, record, 'answer'), loadQuestions(tx, record.dataset_id)])
  const { response, failure } = await new GivenResponses(tx, isRepeatable).check({
    record,
    questions,
    response: given,
  })
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
 * @param options.updated_at - as the caller last read it; a response with another one is left unchanged
 * @throws ConflictError when the response was changed since the caller read it
 * @throws ForbiddenError when the caller may not store responses in the name of its author
 */
async function updateResponse(
  tx: Tx,
  user: SessionUser,
  before: ResponseTable & { workspaceId: string },
  given: ResponseCreate,
  { updated_at: knownAs, isRepeatable }: { updated_at?: string | undefined } & SentHow,
): Promise<ResponseTable> {
  assertAsKnown(before, knownAs, `Response with id \`${before.id}\``)
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
  const { response, failure } = await new GivenResponses(tx, isRepeatable).check({
    record,
    questions,
    response: given,
  })
  if (failure) throw new InvalidError(failure)
  return replaceResponse(tx, user, await readLocked(tx, before.id, knownAs), { response, questions })
}

/**
 * Delete a response. Returns it as it was.
 *
 * @param knownAs - the `updated_at` that the caller last read; a response with another one is kept
 * @throws ConflictError when the response was changed since the caller read it
 */
async function deleteResponse(tx: Tx, user: SessionUser, row: ResponseTable, knownAs?: string): Promise<ResponseTable> {
  await lockRecord(tx, { id: row.record_id, dataset_id: row.dataset_id })
  const current = await readLocked(tx, row.id, knownAs)
  await deleteResponseRow(tx, user, current)
  return current
}

/** Read a response again whose record is locked now: it may have been changed or deleted before the lock. */
async function readLocked(tx: Tx, id: string, knownAs: string | undefined): Promise<ResponseTable> {
  const current = await findResponse(tx, id)
  assertAsKnown(current, knownAs, `Response with id \`${id}\``)
  if (!current) throw resourceNotFound('response', id)
  return current
}
