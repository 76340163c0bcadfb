import type { QuestionType } from '@postil/contract/feedback/question-settings'

/** Types of question that can be asked, the most used first. */
export const QUESTION_TYPES: readonly QuestionType[] = [
  'label_selection',
  'multi_label_selection',
  'rating',
  'ranking',
  'span',
  'text',
]
