import type { AnswersByName, AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { isRanking, isSpans } from '@postil/domain/answers/answer-kinds'
import { answerTo } from '@postil/domain/answers/asked-question'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { t } from '../../../i18n/areas/bulk.ts'

/** Maximum number of characters of a text; longer ones are truncated. */
const TEXT_CHARS = 120

/** An answer as one short line: options by their display texts, a text truncated, spans by the words they mark. */
export function answerInWords({ settings }: Question, value: AnswerValue, fields: AnnotationRecord['fields']): string {
  switch (settings.type) {
    case 'text':
    case 'rating':
      return short(String(value))
    case 'label_selection':
    case 'multi_label_selection':
      return [value]
        .flat()
        .map((one) => (typeof one === 'string' ? textOf(optionsOf(settings), one) : ''))
        .join(', ')
    case 'ranking':
      return isRanking(value) ? ranksOf(settings.options, value) : ''
    case 'span':
      return isSpans(value) ? marksOf(optionsOf(settings), value, fields[settings.field] ?? '') : ''
  }
}

/** The answers of a response as text, in the order of the questions. Unanswered questions are left out. */
export function answersInWords(
  questions: readonly Question[],
  values: AnswersByName,
  fields: AnnotationRecord['fields'],
): { question: Question; words: string }[] {
  return questions.flatMap((question) => {
    const answer = answerTo(values, question.name)
    if (!answer) return []
    const isNone = Array.isArray(answer.value) && answer.value.length === 0
    return [{ question, words: isNone ? '–' : answerInWords(question, answer.value, fields) }]
  })
}

type Options = readonly { value: string; text: string }[]

function ranksOf(options: Options, ranking: readonly RankedOption[]): string {
  return ranking
    .flatMap(({ rank, value }) => (rank === null ? [] : [{ rank, text: textOf(options, value) }]))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ rank, text }) => `${rank}. ${text}`)
    .join('  ')
}

function marksOf(options: Options, spans: readonly Span[], text: string): string {
  if (spans.length === 0) return t('bulk.suggestedNoMarks')
  const words = spans.map(
    ({ label, start, end }) => `${sliceByCodePoints(text, start, end)} (${textOf(options, label)})`,
  )
  return short(words.join(', '))
}

/** All options including retired ones, which may still be suggested. */
function optionsOf({
  options,
  retired_options = [],
}: {
  options: Options
  retired_options?: Options | undefined
}): Options {
  return [...options, ...retired_options]
}

function textOf(options: Options, name: string): string {
  return options.find(({ value }) => value === name)?.text ?? name
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > TEXT_CHARS ? `${letters.slice(0, TEXT_CHARS).join('').trimEnd()}…` : line
}
