import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/questions'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import { canSubmit } from '@postil/domain/answers/answered'
import type { Answers } from '@postil/domain/answers/asked-question'
import { answersToPayload } from '@postil/domain/answers/payload'
import { prefill } from '@postil/domain/answers/prefill'
import type { AnnotationRecord } from '../../api/record.ts'
import { t } from '../../i18n/bulk.ts'
import { firstOpenQuestion } from '../feedback/answers/rules.ts'
import { suggestedAnswers } from '../feedback/answers/suggestion.ts'
import type { FailedRecord } from './send-chunk.ts'

/** The answers of each record, and the records that cannot be saved with theirs. */
export interface FilledAnswers {
  valuesOf: Record<string, AnswersByName>
  refused: FailedRecord[]
}

/**
 * What each record gets when the questions that one form leaves empty are answered by the record's own suggestions. A
 * record that lacks an answer it needs is not sent: it says which question has no suggestion.
 */
export function fillAnswers(
  questions: readonly Question[],
  answers: Answers,
  status: ResponseStatus,
  records: readonly Pick<AnnotationRecord, 'id' | 'suggestions'>[],
): FilledAnswers {
  const saved = answersToPayload(questions, answers, 'draft')
  const filled: FilledAnswers = { valuesOf: {}, refused: [] }
  for (const { id, suggestions } of records) {
    const suggested = suggestedAnswers(questions, suggestions)
    const own = prefill(questions, { status: 'pending', saved, suggested })
    const reason = reasonAgainst(questions, own, status)
    if (reason === undefined) filled.valuesOf[id] = answersToPayload(questions, own, status)
    else filled.refused.push({ recordId: id, reason })
  }
  return filled
}

function reasonAgainst(questions: readonly Question[], answers: Answers, status: ResponseStatus): string | undefined {
  if (status === 'discarded') return undefined
  if (status === 'draft')
    return Object.keys(answersToPayload(questions, answers, status)).length > 0 ? undefined : t('bulk.noSuggestions')
  if (canSubmit(questions, answers)) return undefined
  const open = firstOpenQuestion(questions, answers)
  return open ? t('bulk.noSuggestion', { question: open.title }) : t('bulk.noSuggestions')
}
