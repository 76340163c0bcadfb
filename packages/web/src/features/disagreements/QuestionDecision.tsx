import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/questions'
import type { Resolution } from '@postil/contract/feedback/resolutions'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useId } from 'react'
import type { AnnotationRecord } from '../../api/record.ts'
import { t } from '../../i18n/disagreements.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { figure } from '../agreement/figure.ts'
import { AnswerView, answerText } from './AnswerView.tsx'
import styles from './Disagreements.module.css'

interface QuestionDecisionProps {
  question: Question
  record: AnnotationRecord
  given: readonly { person: string | undefined; value: AnswerValue }[]
  /** From 0 to 1. */
  agreement: number
  resolution: Resolution | undefined
  /** Its answers have the number keys. */
  isActive: boolean
  onTake: (value: AnswerValue) => void
  onUndo: () => void
}

/** Everybody's answer to one question, and what is decided. */
export function QuestionDecision(props: QuestionDecisionProps) {
  const { question, record, given, agreement, resolution, isActive, onTake, onUndo } = props
  const id = useId()
  const decided = resolution && JSON.stringify(resolution.value)
  return (
    <section className={styles.question} aria-labelledby={id} data-active={isActive || undefined}>
      <h2 id={id} className={styles.asked}>
        {question.title}{' '}
        <span className={styles.quiet}>{t('disagreements.overlap', { figure: figure(agreement) })}</span>
      </h2>
      <ul className={styles.people}>
        {given.map(({ person, value }, at) => {
          const name = person ?? t('disagreements.somebody')
          const isTaken = decided === JSON.stringify(value)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: several may be deleted, and the order stays
            <li key={at} className={styles.person} data-taken={isTaken || undefined}>
              <p className={styles.name}>
                <Avatar username={name} /> {name}
              </p>
              <AnswerView question={question} record={record} value={value} />
              <Button
                size="small"
                isDisabled={isTaken}
                keys={isActive && at < 9 ? [String(at + 1)] : undefined}
                onPress={() => onTake(value)}
              >
                {isTaken ? t('disagreements.taken') : t('disagreements.take')}
                <span className="visuallyHidden">: {name}</span>
              </Button>
            </li>
          )
        })}
      </ul>
      {resolution && (
        <p className={styles.resolved} role="status">
          <Icon icon={CircleCheck} size={16} />
          <span>
            {t('disagreements.decided', { answer: answerText(question, record, resolution.value as AnswerValue) })}
          </span>
          <Button size="small" icon={Undo2} onPress={onUndo}>
            {t('disagreements.undo')}
          </Button>
        </p>
      )}
    </section>
  )
}
