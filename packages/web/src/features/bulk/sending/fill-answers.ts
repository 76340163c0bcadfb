import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { canSubmit } from '@postil/domain/answers/answered'
import { type Answers, answerTo } from '@postil/domain/answers/asked-question'
import { answersToPayload } from '@postil/domain/answers/payload'
import { prefill } from '@postil/domain/answers/prefill'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { firstOpenQuestion } from '../../feedback/answers/rules.ts'
import { suggestedAnswers } from '../../feedback/answers/suggestion.ts'
import type { FailedRecord } from './send-chunk.ts'

/** The answers for each record, and the records that cannot be saved. */
export interface FilledAnswers {
  valuesOf: Record<string, AnswersByName>
  refused: FailedRecord[]
}

/**
 * The answers of each record when questions left empty in the form are filled from the record's own suggestions. A record
 * that then lacks a required answer is not sent; the error names the question without suggestion.
 */
export function fillAnswers(
  questions: readonly Question[],
  answers: Answers,
  status: ResponseStatus,
  records: readonly Pick<AnnotationRecord, 'id' | 'suggestions'>[],
): FilledAnswers {
  const saved = answersToPayload(questions, answers)
  const filled: FilledAnswers = { valuesOf: {}, refused: [] }
  for (const { id, suggestions } of records) {
    const suggested = suggestedAnswers(questions, suggestions)
    const own = withoutMarks(questions, prefill(questions, { status: 'pending', saved, suggested }), status)
    const reason = reasonAgainst(questions, own, status)
    if (reason === undefined) filled.valuesOf[id] = answersToPayload(questions, own)
    else filled.refused.push({ recordId: id, reason })
  }
  return filled
}

/**
 * The answers to submit for many records. Texts cannot be marked here: an unanswered required span question is submitted as "no spans",
 * as the form says.
 */
export function withoutMarks(questions: readonly Question[], answers: Answers, status: ResponseStatus): Answers {
  if (status !== 'submitted') return answers
  const unmarked = questions.filter(
    ({ name, required, settings }) => settings.type === 'span' && required && answerTo(answers, name) === undefined,
  )
  return { ...answers, ...Object.fromEntries(unmarked.map(({ name }) => [name, []])) }
}

function reasonAgainst(questions: readonly Question[], answers: Answers, status: ResponseStatus): string | undefined {
  if (status === 'discarded') return undefined
  if (status === 'draft')
    return Object.keys(answersToPayload(questions, answers)).length > 0 ? undefined : t('bulk.noSuggestions')
  if (canSubmit(questions, answers)) return undefined
  const open = firstOpenQuestion(questions, answers)
  return open ? t('bulk.noSuggestion', { question: open.title }) : t('bulk.noSuggestions')
}
