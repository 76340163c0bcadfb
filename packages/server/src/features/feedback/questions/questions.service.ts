import { parseQuestionSettings, type QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { QuestionCreate, QuestionPatch } from '@postil/contract/feedback/settings/questions'
import { pyRepr } from '@postil/domain/wire/python-text'
import type { SessionUser } from '../../../context'
import { changedRow } from '../../../db/changed-columns'
import { lockDataset } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import type { QuestionTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { resourceNotFound } from '../../../wire/resource-errors'
import { assertPartNameFree, newPart } from '../datasets/dataset-parts'
import { getDatasetForChange } from '../datasets/datasets.service'
import { listFields } from '../fields/fields.service'
import { patchSettings } from './patch-settings'
import { deleteQuestionRow, holdQuestion, insertQuestion, listQuestions, updateQuestionRow } from './questions.store'
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
  await assertPartNameFree(tx, 'questions', datasetId, body.name)
  if (status === 'ready') throw new InvalidError('questions cannot be created for a published dataset')
  await assertSpanField(tx, datasetId, body.settings)
  const row: QuestionTable = {
    ...newPart(datasetId),
    name: body.name,
    title: body.title,
    description: body.description ?? null,
    required: body.required ? 1 : 0,
    settings: JSON.stringify(body.settings),
  }
  await insertQuestion(tx, row)
  await logEvent(tx, { ...about(user, row), kind: 'question.create', after: questionToWire(row) })
  return row
}

/** Change title, description or settings, on a draft or a published dataset. */
export async function updateQuestion(
  tx: Tx,
  user: SessionUser,
  { id, dataset_id }: Pick<QuestionTable, 'id' | 'dataset_id'>,
  body: QuestionPatch,
): Promise<QuestionTable> {
  await lockDataset(tx, dataset_id)
  const before = await holdQuestion(tx, id)
  if (!before) throw resourceNotFound('question', id)
  const settings = body.settings && patchSettings(parseQuestionSettings(before.settings), body.settings)
  const change = changedRow(before, {
    title: body.title ?? undefined,
    description: body.description,
    settings: settings ? JSON.stringify(settings) : undefined,
  })
  if (!change) return before
  await updateQuestionRow(tx, id, change.columns)
  await logEvent(tx, {
    ...about(user, before),
    kind: 'question.update',
    before: questionToWire(before),
    after: questionToWire(change.after),
  })
  return change.after
}

/** Delete a question of a draft; returns the deleted question. */
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
