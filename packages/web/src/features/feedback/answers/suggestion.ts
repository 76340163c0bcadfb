import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { type Answers, answerTo } from '@postil/domain/answers/asked-question'
import type { AnnotationRecord, RecordSuggestion } from '../../../api/feedback/record.ts'
import { t } from '../../../i18n/areas/feedback.ts'
import { formatNumber } from '../../../i18n/index.ts'
import type { FormState } from './form-state.ts'

/** The suggested answers of a record, by question name. */
export function suggestedAnswers(questions: readonly Question[], suggestions: readonly RecordSuggestion[]): Answers {
  return Object.fromEntries(
    questions.flatMap(({ id, name }): [string, AnswerValue][] => {
      const found = suggestions.find(({ questionId }) => questionId === id)
      return found ? [[name, found.value]] : []
    }),
  )
}

/**
 * Questions whose answer on the screen is a suggestion that nobody has confirmed: not chosen here, not saved before.
 *
 * @param form - the answers as they are shown, and which of them were given here
 */
export function unconfirmedQuestions(
  questions: readonly Question[],
  { suggestions, response }: Pick<AnnotationRecord, 'suggestions' | 'response'>,
  { answers, touched }: Pick<FormState, 'answers' | 'touched'>,
): string[] {
  // What was submitted or discarded shows nothing but the user's own answers.
  if (response && response.status !== 'draft') return []
  return questions.flatMap(({ id, name }) => {
    const suggestion = suggestions.find(({ questionId }) => questionId === id)
    const value = answerTo(answers, name)
    const isOwn = touched.has(name) || Object.hasOwn(response?.values ?? {}, name)
    if (!suggestion || value === undefined || isOwn) return []
    return JSON.stringify(value) === JSON.stringify(suggestion.value) ? [name] : []
  })
}

/** Who suggests it and how sure they are, in words. @param index - which item of a list value */
export function suggestionWords(suggestion: RecordSuggestion, index?: number): string {
  const { agent } = suggestion
  const one = scoreOf(suggestion, index)
  const shown = one === undefined ? undefined : formatScore(one)
  if (agent === null)
    return shown === undefined ? t('annotate.suggestion') : t('annotate.suggestedScore', { score: shown })
  return shown === undefined
    ? t('annotate.suggestedBy', { agent })
    : t('annotate.suggestedByScore', { agent, score: shown })
}

/** How sure they are, from 0 to 1, if they say so. @param index - which item of a list value */
export function scoreOf({ score }: RecordSuggestion, index?: number): number | undefined {
  if (typeof score === 'number') return score
  return index === undefined ? undefined : score?.[index]
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
