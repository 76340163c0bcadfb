import type { Question } from '@postil/contract/feedback/settings/questions'
import { Sparkle } from 'lucide-react'
import type { AnnotationRecord, RecordSuggestion } from '../../../api/feedback/record.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/display/Icon.tsx'
import { answerInWords } from '../../feedback/answers/answer-words.ts'
import { suggestionWords } from '../../feedback/answers/suggestion.ts'
import styles from './SuggestionLine.module.css'

interface SuggestionLineProps {
  questions: readonly Question[]
  record: Pick<AnnotationRecord, 'fields' | 'suggestions'>
}

/** The suggestions for a record in the order of the questions: value, agent, score. */
export function SuggestionLine({ questions, record: { fields, suggestions } }: SuggestionLineProps) {
  const shown = questions.flatMap((question) => {
    const suggestion = suggestions.find(({ questionId }) => questionId === question.id)
    return suggestion ? [{ question, suggestion, value: answerInWords(question, suggestion.value, fields) }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul className={styles.line} aria-label={t('bulk.suggestions')}>
      {shown.map(({ question, suggestion, value }) => (
        <li key={question.id} className={styles.item} title={`${question.title}: ${suggestionWords(suggestion)}`}>
          <Icon icon={Sparkle} size={14} />
          <span className={styles.words}>
            {/* A single question needs no title. */}
            {questions.length > 1 && <span className={styles.quiet}>{`${question.title} `}</span>}
            <bdi>{value}</bdi>
            <span className={styles.quiet}>{` ${byWords(suggestion)}`}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** `bert · 0.93`; for a list the highest and lowest score. Missing parts are left out. */
function byWords({ agent, score }: RecordSuggestion): string {
  return [agent, scoreWords(score)].filter(Boolean).join(' · ')
}

function scoreWords(score: RecordSuggestion['score']): string {
  if (score === null) return ''
  const words = (one: number) => formatNumber(one, { maximumFractionDigits: 2 })
  if (typeof score === 'number') return words(score)
  const [least, most] = [Math.min(...score), Math.max(...score)]
  return score.length === 0 ? '' : least === most ? words(most) : `${words(least)}–${words(most)}`
}
