import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionType, SettingsOf } from '@postil/contract/feedback/settings/question-settings'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { RecordSuggestion } from '../../../api/feedback/record.ts'
import type { AnswerHow } from '../../../form/answer-how.ts'

/** A question of one type. */
export type QuestionOf<Type extends QuestionType> = Omit<Question, 'settings'> & { settings: SettingsOf<Type> }

/** Props of every question component. */
export interface QuestionProps<Type extends QuestionType> {
  question: QuestionOf<Type>
  value: AnswerValue | undefined
  suggestion: RecordSuggestion | undefined
  /** The value is the suggestion, which the user has not chosen yet. */
  isUnconfirmed: boolean
  onAnswer: (value: AnswerValue | undefined, how?: AnswerHow) => void
}
