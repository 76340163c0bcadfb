import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { isAnswered, isPartlyAnswered } from '@postil/domain/answers/answered'
import { answerTo } from '@postil/domain/answers/asked-question'
import { Sparkle } from 'lucide-react'
import { useCallback } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { AnswerHow } from '../../../form/answer-how.ts'
import { QuestionNotes } from '../../../form/QuestionShell.tsx'
import { t } from '../../../i18n/areas/bulk.ts'
import { formatRelative } from '../../../i18n/index.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { isModified } from '../../feedback/answers/form-state.ts'
import { type Missing, QuestionList } from '../../feedback/questions/QuestionList.tsx'
import { Interrupted } from '../sending/BulkRunning.tsx'
import type { Bulk } from '../use-bulk.ts'
import styles from './BulkForm.module.css'
import { BulkTarget } from './BulkTarget.tsx'

/** The questions are not about one record: no suggestions, no texts. */
const NO_RECORD: AnnotationRecord = {
  id: 'bulk',
  datasetId: '',
  externalId: null,
  fields: {},
  metadata: null,
  response: undefined,
  suggestions: [],
  score: null,
  insertedAt: '',
  updatedAt: '',
}

interface BulkQuestionsProps {
  bulk: Bulk
  questions: readonly Question[]
  missing: Missing | undefined
  /** In the sheet, whose bar already shows the other information. */
  isInSheet?: boolean
  /** Called when a question was answered. */
  onAnswered: () => void
}

/** The questions that get the same answer for many records, and the choice of how to fill those left empty. */
export function BulkQuestions({ bulk, questions, missing, isInSheet = false, onAnswered }: BulkQuestionsProps) {
  const { form: controller, isFilling } = bulk
  const { form } = controller
  const asked = questionsForMany(questions)
  const hasSpans = asked.length < questions.length

  const answer = (question: Question, value: AnswerValue | undefined, how: AnswerHow = {}) => {
    controller.apply({ type: 'changed', question: question.name, value, isTyping: how.isTyping })
    onAnswered()
  }
  const noteOf = useCallback(
    (name: string) => {
      const question = questions.find((one) => one.name === name)
      const value = answerTo(form.answers, name)
      if (!question || isAnswered(question, value) || isPartlyAnswered(question, value)) return undefined
      return isFilling ? <SuggestedNote /> : t('bulk.unchanged')
    },
    [questions, form.answers, isFilling],
  )

  return (
    <QuestionNotes value={noteOf}>
      <QuestionList
        questions={asked}
        formKey="bulk"
        record={NO_RECORD}
        form={form}
        missing={missing}
        startsIn={isInSheet ? 'sheet' : 'records'}
        onAnswer={answer}
        notices={
          <>
            {!isInSheet && <Interrupted bulk={bulk} />}
            <div className={styles.about}>
              {!isInSheet && <BulkTarget bulk={bulk} />}
              <FillChoice bulk={bulk} />
              {isFilling && <p className={styles.note}>{t('bulk.fillHint')}</p>}
              {hasSpans && <p className={styles.note}>{t(isFilling ? 'bulk.spansFilled' : 'bulk.spans')}</p>}
              {controller.restoredAt !== undefined && isModified(form) && (
                <p className={styles.note}>
                  {t('bulk.restored', { when: formatRelative(new Date(controller.restoredAt)) })}
                </p>
              )}
            </div>
          </>
        }
      />
    </QuestionNotes>
  )
}

/** The questions that can have one answer for many records: spans cannot, since offsets mean nothing in another text. */
export function questionsForMany(questions: readonly Question[]): readonly Question[] {
  return questions.filter(({ settings }) => settings.type !== 'span')
}

/**
 * The choice for questions left empty: no answer, or each record's suggestions. Both states have the same size, so
 * that nothing moves.
 */
function FillChoice({ bulk: { page, run, isFilling, setFilling } }: { bulk: Bulk }) {
  const canFill = isFilling || page.records.some(({ suggestions }) => suggestions.length > 0)
  return (
    <div className={styles.fill}>
      {canFill ? (
        <Switch isSelected={isFilling} isDisabled={run.progress !== undefined} onChange={setFilling}>
          {t('bulk.fill')}
        </Switch>
      ) : (
        <p className={styles.note}>{t('bulk.untouched')}</p>
      )}
    </div>
  )
}

function SuggestedNote() {
  return (
    <>
      <Icon icon={Sparkle} size={14} />
      {t('bulk.filled')}
    </>
  )
}
