import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'

/** The types of question, most used first. */
export const QUESTION_TYPES: readonly QuestionType[] = [
  'label_selection',
  'multi_label_selection',
  'rating',
  'ranking',
  'span',
  'text',
]
