import { randomUUID } from 'node:crypto'
import { parseQuestionSettings, type QuestionSettings } from '@postil/contract/feedback/question-settings'
import type { QuestionCreate, QuestionPatch } from '@postil/contract/feedback/questions'
import { pyRepr } from '@postil/domain/wire/python-text'
import type { SessionUser } from '../../../context'
import { changedColumns, isUnchanged } from '../../../db/changed-columns'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { QuestionTable, Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { resourceNotFound } from '../../../http/access'
import { getDatasetForChange } from '../datasets/datasets.service'
import { listFields } from '../fields/fields.service'
import { patchSettings } from './patch-settings'
import {
  deleteQuestionRow,
  holdQuestion,
  insertQuestion,
  isQuestionNameTaken,
  listQuestions,
  updateQuestionRow,
} from './questions.store'
import { questionToWire } from './questions.wire'

export { listQuestions } from './questions.store'

/** Add a question to a draft. */
export async function createQuestion(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  body: QuestionCreate,
): Promise<QuestionTable> {
  const { status } = await getDatasetForChange(tx, datasetId)
  if (await isQuestionNameTaken(tx, datasetId, body.name))
    throw new ConflictError(`Question with name \`${body.name}\` already exists for dataset with id \`${datasetId}\``)
  if (status === 'ready') throw new InvalidError('questions cannot be created for a published dataset')
  await assertSpanField(tx, datasetId, body.settings)
  const now = nowMicros()
  const row: QuestionTable = {
    id: randomUUID(),
    dataset_id: datasetId,
    name: body.name,
    title: body.title,
    description: body.description ?? null,
    required: body.required ? 1 : 0,
    settings: JSON.stringify(body.settings),
    inserted_at: now,
    updated_at: now,
  }
  await insertQuestion(tx, row)
  await logEvent(tx, { ...about(user, row), kind: 'question.create', after: questionToWire(row) })
  return row
}

/** Change title, description or settings, on a draft or a published dataset. */
export async function updateQuestion(
  tx: Tx,
  user: SessionUser,
  id: string,
  body: QuestionPatch,
): Promise<QuestionTable> {
  const before = await holdQuestion(tx, id)
  if (!before) throw resourceNotFound('question', id)
  const settings = body.settings && patchSettings(parseQuestionSettings(before.settings), body.settings)
  const changed = changedColumns(before, {
    title: body.title ?? undefined,
    description: body.description,
    settings: settings ? JSON.stringify(settings) : undefined,
  })
  if (isUnchanged(changed)) return before
  const after: QuestionTable = { ...before, ...changed, updated_at: nowMicros() }
  await updateQuestionRow(tx, id, { ...changed, updated_at: after.updated_at })
  await logEvent(tx, {
    ...about(user, after),
    kind: 'question.update',
    before: questionToWire(before),
    after: questionToWire(after),
  })
  return after
}

/** Delete a question of a draft; returns it as it was. */
export async function deleteQuestion(tx: Tx, user: SessionUser, row: QuestionTable): Promise<QuestionTable> {
  const { status } = await getDatasetForChange(tx, row.dataset_id)
  if (status === 'ready') throw new InvalidError('questions cannot be deleted for a published dataset')
  await deleteQuestionRow(tx, row.id)
  await logEvent(tx, { ...about(user, row), kind: 'question.delete', before: questionToWire(row) })
  return row
}

/** A span question marks one existing field, and a field has one span question at most (feedback-api §4.3). */
async function assertSpanField(tx: Tx, datasetId: string, settings: QuestionSettings): Promise<void> {
  if (settings.type !== 'span') return
  const names = (await listFields(tx, datasetId)).map((field) => field.name)
  if (!names.includes(settings.field))
    throw new InvalidError(`'${settings.field}' is not a valid field name.\nValid field names are ${pyRepr(names)}`)
  for (const question of await listQuestions(tx, datasetId)) {
    const other = parseQuestionSettings(question.settings)
    if (other.type === 'span' && other.field === settings.field)
      throw new InvalidError(`'${settings.field}' is already used by span question with id '${question.id}'`)
  }
}

function about(user: SessionUser, row: QuestionTable) {
  return { subjectId: row.id, userId: user.id, datasetId: row.dataset_id }
}
