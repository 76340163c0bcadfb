import type { ResolutionSave } from '@postil/contract/feedback/team/resolutions'
import { checkValue } from '@postil/domain/answers/check-value'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { lockRecord } from '../../../db/engines/lock-records'
import { logEvent } from '../../../db/events'
import type { Db, ResolutionTable, ResponseTable, Tx } from '../../../db/tables'
import { InvalidError, NotFoundError } from '../../../errors'
import { assertAsKnown } from '../common/as-known'
import { loadQuestions } from '../common/dataset-rules'
import { storedFieldText } from '../common/field-text'
import type { StoredRecord } from '../common/stored-record'
import { countTeamChange } from '../datasets/dataset-stats'
import { getDataset } from '../datasets/datasets.service'
import { unmarkGold } from './gold.service'
import {
  deleteResolutionRow,
  findResolution,
  isResolved,
  selectSubmittedTo,
  upsertResolution,
} from './resolutions.store'
import { resolutionText } from './resolutions.wire'

/** The submitted responses of other users to a record, as far as this user may see them while annotating. */
export async function selectOthers(db: Db, user: SessionUser, record: StoredRecord): Promise<ResponseTable[]> {
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
export async function saveResolution(
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
export async function deleteResolution(
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

/** A resolution has no id of its own: its events use the id of its record. */
function aboutRecord(user: SessionUser, { id, dataset_id }: StoredRecord) {
  return { subjectId: id, userId: user.id, datasetId: dataset_id, recordId: id }
}
