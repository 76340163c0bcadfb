import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { canSubmit, isAnswered, isPartlyAnswered } from '@postil/domain/answers/answered'
import { type Answers, answerTo } from '@postil/domain/answers/asked-question'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import type { Blocked } from '../../../form/ActionFooter.tsx'
import { t } from '../../../i18n/areas/feedback.ts'

/** What decides which actions are allowed. */
export interface FormFacts {
  status: RecordStatus
  answers: Answers
  isModified: boolean
  /** The record was answered elsewhere in the meantime, and the user has not chosen between the two answers yet. */
  isInQuestion?: boolean
}

/** The reasons why actions are blocked; an action without a reason is allowed (screens, action footer). */
export function blockedActions(
  questions: readonly Question[],
  { status, answers, isModified, isInQuestion }: FormFacts,
): Blocked {
  if (isInQuestion) {
    const reason = t('annotate.reason.elsewhere')
    return { submit: reason, draft: reason, discard: reason, clear: reason }
  }
  const isEmpty = !questions.some((question) => {
    const value = answerTo(answers, question.name)
    return isAnswered(question, value) || isPartlyAnswered(question, value)
  })
  return {
    submit: submitReason(questions, { status, answers, isModified }),
    draft: isEmpty ? t('annotate.reason.nothing') : undefined,
    discard: status === 'discarded' ? t('annotate.reason.discarded') : undefined,
    clear: status === 'pending' && isEmpty ? t('annotate.reason.cleared') : undefined,
  }
}

function submitReason(questions: readonly Question[], { status, answers, isModified }: FormFacts): string | undefined {
  if (!canSubmit(questions, answers)) {
    const open = firstOpenQuestion(questions, answers)
    return open ? openReason(open) : t('annotate.reason.nothing')
  }
  return status === 'submitted' && !isModified ? t('annotate.reason.unchanged') : undefined
}

/** The first question that prevents submitting, if any. */
export function firstOpenQuestion(questions: readonly Question[], answers: Answers): Question | undefined {
  return questions.find((question) => isOpen(question, answerTo(answers, question.name)))
}

/** Whether a question prevents submitting: a required one without an answer, or an incomplete ranking. */
export function isOpen(question: Question, value: AnswerValue | undefined): boolean {
  return question.required ? !isAnswered(question, value) : isPartlyAnswered(question, value)
}

/** Why the question prevents submitting: it is required, or its ranking is incomplete. */
export function openReason({ required }: Pick<Question, 'required'>): string {
  return t(required ? 'annotate.reason.missing' : 'annotate.reason.partial')
}
