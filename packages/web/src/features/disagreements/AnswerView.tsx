import type { AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { tintLabels, tintStyle } from '../../spans/tints.ts'
import decisionStyles from './decision.module.css'
import styles from './QuestionDecision.module.css'

interface AnswerViewProps {
  question: Question
  record: AnnotationRecord
  value: AnswerValue
}

/** One person's answer, read-only. */
export function AnswerView({ question, record, value }: AnswerViewProps) {
  const { settings } = question
  if (settings.type === 'text') return <p className={styles.written}>{String(value)}</p>
  if (settings.type === 'span') {
    const labels = tintLabels(settings.options)
    const spans = inOrder(value as Span[])
    if (spans.length === 0) return <p className={decisionStyles.quiet}>{t('disagreements.nothing')}</p>
    return (
      <ul className={styles.answer}>
        {spans.map((span) => (
          <li
            key={`${span.start} ${span.end} ${span.label}`}
            className={styles.span}
            style={tintStyle(labels.get(span.label)?.tint)}
          >
            {spanText(record, settings.field, span)} <small>{labels.get(span.label)?.text ?? span.label}</small>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className={styles.answer}>
      {wordsOf(question, value).map((word) => (
        <li key={word} className={styles.label}>
          {word}
        </li>
      ))}
    </ul>
  )
}

/** Labels, a rating, or ranked options, as display texts of the question. */
function wordsOf({ settings }: Question, value: AnswerValue): string[] {
  if (settings.type === 'rating') return [String(value)]
  if (settings.type === 'text' || settings.type === 'span') return []
  const texts = new Map(settings.options.map((option) => [option.value, option.text]))
  const textOf = (label: string) => texts.get(label) ?? label
  if (settings.type !== 'ranking') return [value].flat().map((label) => textOf(String(label)))
  return [...(value as RankedOption[])]
    .sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity))
    .map(({ value: option, rank }) => `${rank ?? t('disagreements.unranked')}. ${textOf(option)}`)
}

function inOrder(spans: readonly Span[]): Span[] {
  return [...spans].sort((one, other) => one.start - other.start || one.end - other.end)
}

function spanText({ fields }: AnnotationRecord, field: string, { start, end }: Span): string {
  return sliceByCodePoints(fields[field] ?? '', start, end)
}
