import { parseQuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import {
  hasOptions,
  type OptionQuestion,
  optionsOf,
  rulesOf,
  withOptions,
} from '@postil/domain/options/question-options'
import { nowMicros } from '../../../db/clock'
import { holdDataset, lockDataset } from '../../../db/engines/lock-records'
import type { Db, QuestionTable, Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { resourceNotFound } from '../../../wire/resource-errors'
import { NOTHING, type OptionOwner } from '../../options/option-owner'
import {
  countAnswers,
  findRecordsHolding,
  relabelAnswers,
  restoreAnswers,
} from '../records/relabel/relabel-answers.service'
import { findQuestion, holdQuestion, updateQuestionRow } from './questions.store'

/** The option owner of a question; undefined when the question is deleted. */
export async function findQuestionOwner(db: Db, id: string): Promise<OptionOwner | undefined> {
  const row = await findQuestion(db, id)
  return row && questionOwner(row)
}

/** The option owner of an existing question. Throws `InvalidError` when it has no options that can be changed. */
export function questionOwner(question: QuestionTable): OptionOwner {
  const { id, dataset_id } = question
  const save = async (tx: Tx, settings: OptionQuestion) => {
    await updateQuestionRow(tx, id, { settings: JSON.stringify(settings), updated_at: nowMicros() })
    return optionsText(settings)
  }
  const held = async (tx: Tx) => {
    const row = await holdQuestion(tx, id)
    if (!row) throw resourceNotFound('question', id)
    return settingsOf(row)
  }
  return {
    datasetId: dataset_id,
    questionId: id,
    eventKind: 'question.options',
    rules: rulesOf(settingsOf(question)),
    refuse: (message) => new InvalidError(message),
    conflict: (message) => new ConflictError(message),
    lock: async (tx, { waits } = { waits: false }) => {
      await (waits ? holdDataset : lockDataset)(tx, dataset_id)
      const settings = await held(tx)
      return { list: optionsOf(settings), text: optionsText(settings) }
    },
    save: async (tx, list) => save(tx, withOptions(await held(tx), list)),
    restore: async (tx, text) => {
      const { retired_options: _, ...rest } = await held(tx)
      await save(tx, { ...rest, ...JSON.parse(text) })
    },
    find: (db, value, after, limit) => findRecordsHolding(db, question, value, after, limit),
    count: (db, value, keys) => countAnswers(db, question, value, keys),
    countApart: async () => NOTHING,
    relabel: (tx, relabel, keys, userId) => relabelAnswers(tx, question, relabel, keys, userId),
    relabelApart: async () => ({ replaced: [], touched: NOTHING }),
    putBack: (tx, rows, userId) => restoreAnswers(tx, question, rows, userId),
  }
}

/** The settings of a question with options. Throws `InvalidError` for any other. */
export function settingsOf({ settings }: Pick<QuestionTable, 'settings'>): OptionQuestion {
  const parsed = parseQuestionSettings(settings)
  if (!hasOptions(parsed)) throw new InvalidError('The options of this question cannot be changed.')
  return parsed
}

/** The part of the settings that a change of options affects, as text accepted by `restore`. */
function optionsText(settings: OptionQuestion): string {
  const { options, retired_options } = settings
  const visible = 'visible_options' in settings && { visible_options: settings.visible_options }
  return JSON.stringify({ options, ...visible, ...(retired_options && { retired_options }) })
}
