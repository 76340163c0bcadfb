import { type ResolutionSave, resolutionRoutes } from '@postil/contract/feedback/team/resolutions'
import { checkValue } from '@postil/domain/answers/check-value'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { lockRecord } from '../../../db/engines/lock-records'
import { aboutRecord, logEvent } from '../../../db/events'
import type { Db, ResolutionTable, ResponseTable, Tx } from '../../../db/tables'
import { InvalidError, NotFoundError } from '../../../errors'
import { handle } from '../../../http/calls/handle'
import { selectNames } from '../../account/users/select-names'
import { assertAsKnown } from '../common/as-known'
import { loadQuestions } from '../common/dataset-rules'
import { storedFieldText } from '../common/field-text'
import type { StoredRecord } from '../common/stored-record'
import { countTeamChange } from '../datasets/dataset-stats'
import { getDataset } from '../datasets/datasets.service'
import { responseToWire } from '../responses/responses.wire'
import { isGold, markGold, unmarkGold } from './gold.service'
import { findNewDecisions, noteDecisionsSeen } from './new-decisions'
import {
  deleteResolutionRow,
  findResolution,
  isResolved,
  selectSubmittedTo,
  upsertResolution,
} from './resolutions.store'
import { resolutionText, resolutionToWire } from './resolutions.wire'
import { seenBy, selectSeen } from './seen-resolutions'

/** Handlers of the answers to one record and of its decisions. */
export const resolutionHandlers = handle(resolutionRoutes, {
  listRecordResponses: async ({ db, found }) => {
    const rows = await selectSubmittedTo(db, found('record').pk)
    const ids = rows.flatMap(({ user_id }) => user_id ?? [])
    return { items: rows.map(responseToWire), users: await selectNames(db, ids) }
  },
  listOthersResponses: async ({ db, user, found }) => {
    const rows = await selectOthers(db, user, found('record'))
    const ids = rows.flatMap(({ user_id }) => user_id ?? [])
    return { items: rows.map(responseToWire), users: await selectNames(db, ids) }
  },
  listResolutions: async ({ db, user, found }) => ({
    items: (await selectSeen(db, [found('record').pk], seenBy(user))).map(resolutionToWire),
  }),
  saveResolution: async ({ tx, user, found, body, query, setStatus }) => {
    const { row, isNew } = await saveResolution(tx, user, found('record'), body, query.updated_at)
    setStatus(isNew ? 201 : 200)
    return resolutionToWire(row)
  },
  deleteResolution: async ({ tx, user, found, params, query }) =>
    resolutionToWire(await deleteResolution(tx, user, found('record'), params.question_id, query.updated_at)),
  findNewDecisions: ({ db, user, found }) => findNewDecisions(db, user, found('dataset').id),
  noteDecisionsSeen: async ({ tx, user, found, body }) => {
    await noteDecisionsSeen(tx, user, found('dataset').id, body.until_ms)
    return undefined
  },
  getGold: async ({ db, found }) => ({ record_id: found('record').id, is_gold: await isGold(db, found('record')) }),
  markGold: async ({ tx, user, found }) => {
    await markGold(tx, user, found('record'))
    return { record_id: found('record').id, is_gold: true }
  },
  unmarkGold: async ({ tx, user, found }) => {
    await unmarkGold(tx, user, found('record'))
    return { record_id: found('record').id, is_gold: false }
  },
})

/** The submitted responses of other users to a record, as far as this user may see them while annotating. */
async function selectOthers(db: Db, user: SessionUser, record: StoredRecord): Promise<ResponseTable[]> {
  const { others_answers } = await getDataset(db, record.dataset_id)
  if (others_answers === 'never') return []
  const rows = await selectSubmittedTo(db, record.pk)
  const hasSubmitted = rows.some(({ user_id }) => user_id === user.id)
  return hasSubmitted ? rows.filter(({ user_id }) => user_id !== user.id) : []
}

/**
 * Create or replace the decision about one question of a record; `isNew` tells which. Throws `InvalidError`.
 *
 * @param knownAs - the `updated_at` that the caller last read, empty for no decision; throws `ConflictError` for another one
 */
async function saveResolution(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  { question_id, value }: ResolutionSave,
  knownAs?: string,
): Promise<{ row: ResolutionTable; isNew: boolean }> {
  const [, questions] = await Promise.all([lockRecord(tx, record), loadQuestions(tx, record.dataset_id)])
  const question = questions.find(({ id }) => id === question_id)
  if (!question) throw new InvalidError(`Question with id \`${question_id}\` not found`)
  const failure = checkValue(question.settings, value, { fieldText: storedFieldText(record.fields), isSubmitted: true })
  if (failure) throw new InvalidError(failure)

  const before = await findResolution(tx, record.pk, question_id)
  assertAsKnown(before, knownAs, aboutQuestion(question_id, record))
  const now = nowMicros()
  const row = await upsertResolution(tx, {
    dataset_id: record.dataset_id,
    record_pk: record.pk,
    record_id: record.id,
    question_id,
    value: JSON.stringify(value),
    user_id: user.id,
    inserted_at: now,
    updated_at: now,
  })
  const kind = before ? 'resolution.update' : 'resolution.create'
  await logEvent(tx, {
    ...aboutRecord(user, record),
    kind,
    before: before && resolutionText(before),
    after: resolutionText(row),
  })
  await countTeamChange(tx, record.dataset_id, 'decision')
  return { row, isNew: before === undefined }
}

/**
 * Delete a decision.
 *
 * @param knownAs - the `updated_at` that the caller last read
 * @throws NotFoundError when there is none
 * @throws ConflictError when it was changed since the caller read it
 */
async function deleteResolution(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  questionId: string,
  knownAs?: string,
): Promise<ResolutionTable> {
  await lockRecord(tx, record)
  const row = await findResolution(tx, record.pk, questionId)
  if (!row) throw new NotFoundError(`Nothing is decided about question \`${questionId}\` of record \`${record.id}\``)
  assertAsKnown(row, knownAs, aboutQuestion(questionId, record))
  await deleteResolutionRow(tx, record.pk, questionId)
  await logEvent(tx, { ...aboutRecord(user, record), kind: 'resolution.delete', before: resolutionText(row) })
  if (!(await isResolved(tx, record.pk))) await unmarkGold(tx, user, record)
  await countTeamChange(tx, record.dataset_id, 'decision')
  return row
}

function aboutQuestion(questionId: string, { id }: StoredRecord): string {
  return `The decision about question \`${questionId}\` of record \`${id}\``
}
