import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { isRanking, isSpans } from './answer-kinds'
import { type Answers, type AskedQuestion, answerTo } from './asked-question'

/**
 * Whether a question counts as answered: text is not empty, an option is chosen (0 is a rating too), every option is ranked. "No spans"
 * is an answer to a span question, so there any list counts.
 */
export function isAnswered({ settings }: AskedQuestion, value: AnswerValue | undefined): boolean {
  if (value === undefined) return false
  switch (settings.type) {
    case 'text':
    case 'label_selection':
      return typeof value === 'string' && value !== ''
    case 'rating':
      return typeof value === 'number'
    case 'multi_label_selection':
      return Array.isArray(value) && value.length > 0
    case 'ranking':
      return rankedCount(value) === settings.options.length
    case 'span':
      return isSpans(value)
  }
}

/** Whether some but not all options of a ranking have a rank. Other questions are never partly answered. */
export function isPartlyAnswered({ settings }: AskedQuestion, value: AnswerValue | undefined): boolean {
  if (settings.type !== 'ranking' || value === undefined) return false
  const ranked = rankedCount(value)
  return ranked > 0 && ranked < settings.options.length
}

/**
 * Whether the record may be submitted: every required question is answered, no optional ranking is incomplete, and at least one question
 * is required or answered.
 */
export function canSubmit(questions: readonly AskedQuestion[], answers: Answers): boolean {
  const isComplete = questions.every((question) => {
    const value = answerTo(answers, question.name)
    return question.required ? isAnswered(question, value) : !isPartlyAnswered(question, value)
  })
  return (
    isComplete &&
    questions.some((question) => question.required || isAnswered(question, answerTo(answers, question.name)))
  )
}

function rankedCount(value: AnswerValue): number {
  return isRanking(value) ? value.filter(({ rank }) => rank !== null).length : 0
}
