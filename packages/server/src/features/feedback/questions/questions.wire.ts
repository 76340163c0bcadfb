import { parseQuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { wireTime } from '../../../db/clock'
import type { QuestionTable } from '../../../db/tables'

/** A question in replies (feedback-api §2). */
export function questionToWire(row: QuestionTable): Question {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    required: row.required === 1,
    settings: parseQuestionSettings(row.settings),
    dataset_id: row.dataset_id,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}
