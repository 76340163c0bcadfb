import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { isAnswered } from '@postil/domain/answers/answered'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import type { AnswerHow } from '../../form/answer-how.ts'
import { focusQuestion } from '../../form/focus.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { LazySpanField } from '../../spans/lazy-spans.ts'
import { SpanContextProvider } from '../../spans/span-context.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { openReason } from '../feedback/answers/rules.ts'
import { QuestionBody } from '../feedback/questions/QuestionView.tsx'
import { spanTask } from '../feedback/questions/span-task.ts'
import styles from './QuestionDecision.module.css'

interface OwnAnswerFormProps {
  question: Question
  record: AnnotationRecord
  value: AnswerValue | undefined
  onChange: (value: AnswerValue | undefined, isTyping?: boolean) => void
  onSave: (value: AnswerValue) => void
  onSaveByKey: (value: AnswerValue) => void
  onCancel: () => void
}

/** A lead's own answer to a question: the same controls, and for spans the same text to mark, as on the annotation page. */
export function OwnAnswerForm(props: OwnAnswerFormProps) {
  const { question, record, value, onChange, onSave, onSaveByKey, onCancel } = props
  const { name, settings } = question
  const controls = useRef<HTMLDivElement>(null)
  const canSave = isAnswered(question, value)
  const byKey = { run: () => value !== undefined && onSaveByKey(value), isEnabled: canSave }
  const save = useCommand('disagreements.save', byKey)
  useCommand('disagreements.saveTyping', byKey)
  const cancel = useCommand('disagreements.cancel', { run: onCancel })
  useEffect(() => {
    // The text to mark takes the focus when its code is loaded, unless another element has it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    focusQuestion(controls.current, false)
    controls.current?.parentElement?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const text = settings.type === 'span' ? (record.fields[settings.field] ?? undefined) : undefined
  return (
    <SpanContextProvider>
      <section className={styles.ownAnswer} aria-label={t('disagreements.yours')}>
        {settings.type === 'span' && text !== undefined && (
          // The scrolling part of a long text, in which its keys keep the selection visible.
          <div className={styles.ownText} data-record-body>
            <Suspense fallback={text}>
              <LazySpanField
                {...spanTask({ ...question, settings }, value, undefined, onChange)}
                onAnswer={(spans) => onChange(spans)}
                title={question.title}
                text={text}
                takesFocus
              />
            </Suspense>
          </div>
        )}
        <div ref={controls} data-question={name}>
          <Suspense fallback={null}>
            <QuestionBody
              question={question}
              formKey={`${record.id}/${question.id}`}
              value={value}
              suggestion={undefined}
              text={text}
              onAnswer={(_, next, how: AnswerHow = {}) => onChange(next, how.isTyping)}
            />
            <FocusWhenLoaded within={controls} />
          </Suspense>
        </div>
        <p className={styles.actions}>
          <Button
            size="small"
            variant="primary"
            keys={save.keys}
            disabledReason={canSave ? undefined : openReason(question)}
            onPress={() => value !== undefined && onSave(value)}
          >
            {t('disagreements.save')}
          </Button>
          <Button size="small" variant="quiet" keys={cancel.keys} onPress={onCancel}>
            {t('disagreements.cancel')}
          </Button>
        </p>
      </section>
    </SpanContextProvider>
  )
}

/** Focuses controls whose code was loaded only after the form was shown. */
function FocusWhenLoaded({ within }: { within: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (document.activeElement === document.body) focusQuestion(within.current, false)
  }, [within])
  return null
}
