import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import type { RecordSuggestion } from '../../../api/record.ts'
import { formatNumber, t } from '../../../i18n/index.ts'

/** The suggested answers of a record, by question name. */
export function suggestedAnswers(questions: readonly Question[], suggestions: readonly RecordSuggestion[]): Answers {
  return Object.fromEntries(
    questions.flatMap(({ id, name }): [string, AnswerValue][] => {
      const found = suggestions.find(({ questionId }) => questionId === id)
      return found ? [[name, found.value]] : []
    }),
  )
}

/** Who suggests it and how sure they are, in words. @param index - which item of a list value */
export function suggestionWords({ agent, score }: RecordSuggestion, index?: number): string {
  const one = typeof score === 'number' ? score : index === undefined ? undefined : score?.[index]
  const shown = one === undefined ? undefined : formatScore(one)
  if (agent === null)
    return shown === undefined ? t('annotate.suggestion') : t('annotate.suggestedScore', { score: shown })
  return shown === undefined
    ? t('annotate.suggestedBy', { agent })
    : t('annotate.suggestedByScore', { agent, score: shown })
}

/** The same, as short as it stands beside a question: `bert · 0.93`, or as much of it as is known. */
export function suggestionMark({ agent, score }: RecordSuggestion): string {
  return [agent, typeof score === 'number' ? formatScore(score) : null].filter((part) => part !== null).join(' · ')
}

/** What the mark beside a question says when it is pointed at or read out. */
export function suggestionTitle(suggestion: RecordSuggestion): string {
  return suggestionMark(suggestion) === '' ? t('annotate.suggestionTab') : suggestionWords(suggestion)
}

function formatScore(score: number): string {
  return formatNumber(score, { maximumFractionDigits: 2 })
}
