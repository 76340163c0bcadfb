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
 * Names of the questions that show an unconfirmed suggestion: equal to the suggestion, and neither chosen in this
 * form nor saved before.
 *
 * @param form - the current answers, and which questions were answered in this form
 */
export function unconfirmedQuestions(
  questions: readonly Question[],
  { suggestions, response }: Pick<AnnotationRecord, 'suggestions' | 'response'>,
  { answers, touched }: Pick<FormState, 'answers' | 'touched'>,
): string[] {
  // Submitted and discarded records show the user's own answers only.
  if (response && response.status !== 'draft') return []
  return questions.flatMap(({ id, name }) => {
    const suggestion = suggestions.find(({ questionId }) => questionId === id)
    const value = answerTo(answers, name)
    const isOwn = touched.has(name) || Object.hasOwn(response?.values ?? {}, name)
    if (!suggestion || value === undefined || isOwn) return []
    return JSON.stringify(value) === JSON.stringify(suggestion.value) ? [name] : []
  })
}

/**
 * The agent that made the suggestion, and its score, as text.
 *
 * @param index - index of an item, if the suggested value is a list
 */
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

/**
 * The score of a suggestion, 0–1; undefined if it has none.
 *
 * @param index - index of an item, if the suggested value is a list
 */
export function scoreOf({ score }: RecordSuggestion, index?: number): number | undefined {
  if (typeof score === 'number') return score
  return index === undefined ? undefined : score?.[index]
}

/** Agent and score in short form, for the mark beside a question: `bert · 0.93`. Missing parts are left out. */
export function suggestionMark({ agent, score }: RecordSuggestion): string {
  return [agent, typeof score === 'number' ? formatScore(score) : null].filter((part) => part !== null).join(' · ')
}

/** The tooltip and accessible name of the mark beside a question. */
export function suggestionTitle(suggestion: RecordSuggestion): string {
  return suggestionMark(suggestion) === '' ? t('annotate.suggestionTab') : suggestionWords(suggestion)
}

function formatScore(score: number): string {
  return formatNumber(score, { maximumFractionDigits: 2 })
}
