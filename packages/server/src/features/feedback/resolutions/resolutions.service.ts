import type { Resolution, ResolutionSave } from '@postil/contract/feedback/resolutions'
import { checkValue } from '@postil/domain/answers/check-value'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { nowMicros, wireTime } from '../../../db/clock'
import { lockRecord } from '../../../db/engines/lock-records'
import { logEvent } from '../../../db/events'
import type { Db, ResolutionTable, Tx } from '../../../db/tables'
import { InvalidError, NotFoundError } from '../../../errors'
import { rawJson, writeJson } from '../../../http/raw-json'
import { loadQuestions } from '../records/dataset-rules'
import { storedFieldText } from '../records/field-text'
import type { StoredRecord } from '../records/stored-record'
import {
  deleteResolutionRow,
  findResolution,
  selectResolutions,
  selectSubmittedTo,
  upsertResolution,
} from './resolutions.store'

/**
 * What is decided about a record, as far as a user may see it: those who lead see everything, others what is decided about records they have
 * submitted an answer to. Before that it would tell them what to answer.
 */
export async function seenResolutions(db: Db, user: SessionUser, recordPk: number): Promise<ResolutionTable[]> {
  if (can(user, 'answers.resolve', { isMember: true })) return selectResolutions(db, recordPk)
  const submitted = await selectSubmittedTo(db, recordPk)
  return submitted.some(({ user_id }) => user_id === user.id) ? selectResolutions(db, recordPk) : []
}

/** Decide the answer to one question about a record, or decide it anew; says which. */
export async function saveResolution(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  { question_id, value }: ResolutionSave,
): Promise<{ row: ResolutionTable; isNew: boolean }> {
  const [, questions] = await Promise.all([lockRecord(tx, record), loadQuestions(tx, record.dataset_id)])
  const question = questions.find(({ id }) => id === question_id)
  if (!question) throw new InvalidError(`Question with id \`${question_id}\` not found`)
  const failure = checkValue(question.settings, value, { fieldText: storedFieldText(record.fields), isSubmitted: true })
  if (failure) throw new InvalidError(failure)

  const before = await findResolution(tx, record.pk, question_id)
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
  await logEvent(tx, { ...aboutRecord(user, record), kind, before: before && asText(before), after: asText(row) })
  return { row, isNew: before === undefined }
}

/** Take back what was decided. @throws NotFoundError when nothing is */
export async function deleteResolution(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  questionId: string,
): Promise<ResolutionTable> {
  await lockRecord(tx, record)
  const row = await findResolution(tx, record.pk, questionId)
  if (!row) throw new NotFoundError(`Nothing is decided about question \`${questionId}\` of record \`${record.id}\``)
  await deleteResolutionRow(tx, record.pk, questionId)
  await logEvent(tx, { ...aboutRecord(user, record), kind: 'resolution.delete', before: asText(row) })
  return row
}

/** A resolution as answered. */
export function resolutionToWire(row: ResolutionTable): Resolution {
  return {
    record_id: row.record_id,
    question_id: row.question_id,
    value: rawJson(row.value),
    user_id: row.user_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}

function asText(row: ResolutionTable): string {
  return writeJson(resolutionToWire(row))
}

/** A resolution has no id of its own: the log names its record. */
function aboutRecord(user: SessionUser, { id, dataset_id }: StoredRecord) {
  return { subjectId: id, userId: user.id, datasetId: dataset_id }
}
