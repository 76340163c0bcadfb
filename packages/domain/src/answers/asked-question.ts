import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'

/** The parts of a question that these rules need. Lists of questions are in the order of the dataset. */
export interface AskedQuestion {
  name: string
  required: boolean
  settings: QuestionSettings
}

/** The text of a record's field: null when the record leaves it empty, undefined when there is no such field. */
export type FieldText = (field: string) => string | null | undefined

/** Answers being edited or saved, by question name. */
export type Answers = Readonly<Record<string, AnswerValue>>

/** The answer to one question, if there is one. Safe for names such as `constructor`. */
export function answerTo<V>(answers: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(answers, name) ? answers[name] : undefined
}
