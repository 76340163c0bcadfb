import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/questions'
import { isAnswered, isPartlyAnswered } from '@postil/domain/answers/answered'
import { answerTo } from '@postil/domain/answers/asked-question'
import { Sparkle } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { AnnotationRecord } from '../../../api/record.ts'
import { formatRelative, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import viewStyles from '../annotation/AnnotationView.module.css'
import { ActionFooter } from '../annotation/form/ActionFooter.tsx'
import { isModified } from '../annotation/form/form-state.ts'
import { type Missing, QuestionList } from '../annotation/form/QuestionList.tsx'
import { firstOpenQuestion } from '../annotation/form/rules.ts'
import { QuestionNotes } from '../annotation/questions/question-notes.ts'
import type { AnswerHow } from '../annotation/questions/question-props.ts'
import styles from './BulkForm.module.css'
import { LeftAlone } from './LeftAlone.tsx'
import type { Bulk } from './use-bulk.ts'
import type { BulkProgress } from './use-bulk-run.ts'

/** The questions speak of no record of their own: no suggestions, no texts. */
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

interface BulkFormProps {
  bulk: Bulk
  questions: readonly Question[]
}

/** One form for every record that is selected. */
export function BulkForm({ bulk, questions }: BulkFormProps) {
  const { form: desk, run, blocked, targetCount, selection, isFilling } = bulk
  const { form } = desk
  const [missing, setMissing] = useState<Missing>()
  // Places in a text are another record's nonsense.
  const asked = questions.filter(({ settings }) => settings.type !== 'span')
  const hasSpans = asked.length < questions.length

  const answer = (question: Question, value: AnswerValue | undefined, how: AnswerHow = {}) => {
    desk.apply({ type: 'changed', question: question.name, value, isTyping: how.isTyping })
    setMissing(undefined)
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
  const showMissing = () => {
    const open = firstOpenQuestion(questions, form.answers)
    if (open) setMissing({ name: open.name })
  }
  const words =
    targetCount === 0
      ? t('bulk.forNone')
      : selection.ids.size === 0 && !selection.isAll
        ? t('bulk.forActive')
        : t('bulk.for', { count: targetCount })

  return (
    <section className={viewStyles.form} aria-label={t('annotate.questions')} data-status="pending">
      <QuestionNotes value={noteOf}>
        <QuestionList
          questions={asked}
          record={NO_RECORD}
          form={form}
          missing={missing}
          startsIn="records"
          onAnswer={answer}
          notices={
            <>
              <Interrupted bulk={bulk} />
              <div className={styles.about}>
                <p className={styles.target} role="status" data-some={targetCount > 0 || undefined}>
                  {words}
                </p>
                <FillChoice bulk={bulk} />
                {isFilling && <p className={styles.note}>{t('bulk.fillHint')}</p>}
                {hasSpans && <p className={styles.note}>{t(isFilling ? 'bulk.spansFilled' : 'bulk.spans')}</p>}
                {desk.restoredAt !== undefined && isModified(form) && (
                  <p className={styles.note}>
                    {t('bulk.restored', { when: formatRelative(new Date(desk.restoredAt)) })}
                  </p>
                )}
              </div>
            </>
          }
        />
      </QuestionNotes>
      <LeftAlone bulk={bulk} />
      {run.progress && <Running progress={run.progress} onStop={run.stop} />}
      <ActionFooter
        blocked={blocked}
        isSaving={run.progress !== undefined}
        isKept={isModified(form) && !run.progress}
        onSubmit={() => bulk.save('submitted')}
        onDraft={() => bulk.save('draft')}
        onDiscard={() => bulk.save('discarded')}
        onClear={() => desk.apply({ type: 'cleared' })}
        onBlockedSubmit={showMissing}
      />
    </section>
  )
}

/** What becomes of the questions that are left empty. Both take the same room: the questions stay where they are. */
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

function Running({ progress, onStop }: { progress: BulkProgress; onStop: () => void }) {
  const { status, done, total, isWaiting } = progress
  const label = status === 'pending' ? t('bulk.undoing', { count: total }) : t(`bulk.progress.${status}`)
  return (
    <div className={styles.running}>
      <div className={styles.bar}>
        <ProgressBar label={`${label} · ${t('bulk.progress.of', { done, total })}`} share={done / Math.max(1, total)} />
        {isWaiting && (
          <p className={styles.note} role="status">
            {t('bulk.waiting')}
          </p>
        )}
      </div>
      {status !== 'pending' && (
        <Button size="medium" onPress={onStop}>
          {t('bulk.stop')}
        </Button>
      )}
    </div>
  )
}

function Interrupted({ bulk: { run, goOn } }: { bulk: Bulk }) {
  const { interrupted } = run
  if (!interrupted || run.progress) return null
  const left = interrupted.chunks.slice(interrupted.sent).flat().length
  return (
    <div className={styles.interrupted} role="status">
      <p>{t('bulk.interrupted', { count: left })}</p>
      <Button size="small" onPress={goOn}>
        {t('bulk.continue')}
      </Button>
      <Button size="small" variant="quiet" onPress={run.drop}>
        {t('bulk.drop')}
      </Button>
    </div>
  )
}
