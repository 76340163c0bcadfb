import {
  type LabelOption,
  parseQuestionSettings,
  type QuestionSettings,
  type QuestionSettingsPatch,
  visibleOptionsFailure,
} from '@postil/contract/feedback/settings/question-settings'
import type { QuestionCreate, QuestionPatch } from '@postil/contract/feedback/settings/questions'
import type { SessionUser } from '../../../context'
import { lockDataset } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import type { QuestionTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { resourceNotFound, unexpectedOptions, unknownSpanField } from '../../../wire/resource-errors'
import { assertPartNameFree, changePart, newPart } from '../datasets/dataset-parts'
import { getDatasetForChange } from '../datasets/datasets.service'
import { listFields } from '../fields/fields.service'
import { deleteQuestionRow, holdQuestion, insertQuestion, listQuestions } from './questions.store'
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
  await assertPartNameFree(tx, 'question', datasetId, body.name)
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
  const wanted = {
    title: body.title ?? undefined,
    description: body.description,
    settings: settings ? JSON.stringify(settings) : undefined,
  }
  return changePart(tx, user, 'question', before, wanted, questionToWire)
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
  if (!names.includes(settings.field)) throw unknownSpanField(settings.field, names)
  for (const question of await listQuestions(tx, datasetId)) {
    const other = parseQuestionSettings(question.settings)
    if (other.type === 'span' && other.field === settings.field)
      throw new InvalidError(`'${settings.field}' is already used by span question with id '${question.id}'`)
  }
}

/** Apply a change to a question's settings. Throws `InvalidError` for the first violated rule of feedback-api §4.4, in its order. */
function patchSettings(stored: QuestionSettings, patch: QuestionSettingsPatch): QuestionSettings {
  if (stored.type === 'text' && patch.type === 'text')
    return { ...stored, use_markdown: patch.use_markdown ?? stored.use_markdown }
  if (stored.type === 'label_selection' && patch.type === 'label_selection')
    return { ...stored, ...patchedOptions(stored, patch) }
  if (stored.type === 'multi_label_selection' && patch.type === 'multi_label_selection') {
    const options_order = patch.options_order ?? stored.options_order
    return { ...stored, ...patchedOptions(stored, patch), options_order }
  }
  if (stored.type === 'span' && patch.type === 'span') {
    const options = patchedOptions(stored, patch)
    if (stored.allow_overlapping && patch.allow_overlapping !== true)
      throw new InvalidError("'allow_overlapping' can't be disabled because responses may become inconsistent")
    return { ...stored, ...options, allow_overlapping: patch.allow_overlapping ?? stored.allow_overlapping }
  }
  // Nothing about a rating or a ranking can change, but its type must still be the right one.
  if (stored.type === patch.type) return stored
  throw new InvalidError(`question type cannot be changed. expected '${stored.type}' but got '${patch.type}'`)
}

interface Labelled {
  options: LabelOption[]
  visible_options: number | null
}

interface LabelledPatch {
  options?: LabelOption[] | null
  visible_options?: number | null
}

function patchedOptions(stored: Labelled, patch: LabelledPatch): Labelled {
  // A patch contains neither colours nor retired options: keep them.
  const colors = new Map(stored.options.map(({ value, color }) => [value, color]))
  const options = (patch.options ?? stored.options).map((option) => {
    const color = colors.get(option.value)
    return color === undefined ? option : { ...option, color }
  })
  if (patch.options) assertSameValues(stored.options, patch.options)
  const visible = patch.visible_options === undefined ? stored.visible_options : patch.visible_options
  const failure = visibleOptionsFailure(visible, options.length)
  if (failure) throw new InvalidError(failure)
  return { options, visible_options: visible }
}

function assertSameValues(stored: LabelOption[], sent: LabelOption[]): void {
  if (stored.length !== sent.length)
    throw new InvalidError(`the number of options cannot be modified. expected ${stored.length} but got ${sent.length}`)
  const expected = sortedValues(stored)
  const unexpected = sortedValues(sent).filter((value, index) => value !== expected[index])
  if (unexpected.length > 0) throw unexpectedOptions(unexpected)
}

function sortedValues(options: LabelOption[]): string[] {
  return options.map((option) => option.value).sort(byCodePoint)
}

/** Python's order of texts, which differs from JavaScript's beyond the basic multilingual plane. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
