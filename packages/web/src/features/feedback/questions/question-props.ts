import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionType, SettingsOf } from '@postil/contract/feedback/question-settings'
import type { Question } from '@postil/contract/feedback/questions'
import type { RecordSuggestion } from '../../../api/record.ts'

/** A question of one type. */
export type QuestionOf<Type extends QuestionType> = Omit<Question, 'settings'> & { settings: SettingsOf<Type> }

/** How an answer was given: a choice by key may submit at once, typing is one step to undo. */
export interface AnswerHow {
  byKey?: boolean
  /** Its number was typed. */
  isNumber?: boolean
  /** More digits could have followed, and made another number. */
  isOpenNumber?: boolean
  isTyping?: boolean
  /** The question is done with: the focus goes on to the next. */
  isFinal?: boolean
}

/** What every question component gets. */
export interface QuestionProps<Type extends QuestionType> {
  question: QuestionOf<Type>
  value: AnswerValue | undefined
  suggestion: RecordSuggestion | undefined
  onAnswer: (value: AnswerValue | undefined, how?: AnswerHow) => void
}
