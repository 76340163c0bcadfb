import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Field } from '@postil/contract/feedback/fields'
import type { Question } from '@postil/contract/feedback/questions'
import { answerTo } from '@postil/domain/answers/asked-question'
import { refusedFor } from '@postil/domain/outbox/select'
import { useState } from 'react'
import { formatRelative, t } from '../../../i18n/index.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { Button } from '../../../ui/Button.tsx'
import { useOutboxState } from '../outbox/use-outbox.ts'
import styles from './AnnotationView.module.css'
import { ActionFooter } from './form/ActionFooter.tsx'
import { AutoSubmitSwitch, autoSubmit, canAutoSubmit } from './form/auto-submit.tsx'
import { moveQuestionFocus } from './form/focus.ts'
import { isModified } from './form/form-state.ts'
import { type Missing, QuestionForm } from './form/QuestionForm.tsx'
import { blockedActions, firstOpenQuestion } from './form/rules.ts'
import { suggestedAnswers } from './form/suggestion.ts'
import type { AnswerHow } from './questions/question-props.ts'
import { statusOf } from './queue/queue.ts'
import { RecordFields } from './record/RecordFields.tsx'
import { RecordPanel } from './record/RecordPanel.tsx'
import { SpanField } from './spans/SpanField.tsx'
import type { DatasetParts } from './use-dataset.ts'
import type { Work } from './use-work.ts'

interface WorkProps {
  work: Work
  parts: DatasetParts
}

/** The shown record, to read. */
export function WorkRecord({ work, parts }: WorkProps) {
  const { record, position, url, setUrl, form } = work
  if (!record || !form) return null
  const renderText = (field: Field, text: string) => {
    for (const question of parts.questions) {
      const { settings } = question
      if (settings.type !== 'span' || settings.field !== field.name) continue
      return (
        <SpanField
          key={`${record.id}/${form.revision}`}
          question={{ ...question, settings }}
          title={field.title}
          text={text}
          value={answerTo(form.form.answers, question.name)}
          suggestion={record.suggestions.find(({ questionId }) => questionId === question.id)}
          onAnswer={(spans) => form.apply({ type: 'changed', question: question.name, value: spans })}
        />
      )
    }
    return undefined
  }
  return (
    <RecordPanel
      record={record}
      position={position}
      actions={
        position ? null : (
          <Button size="small" onPress={() => setUrl({ ...url, recordId: undefined })}>
            {t('annotate.backToQueue')}
          </Button>
        )
      }
    >
      <RecordFields key={record.id} fields={parts.fields} record={record} renderText={renderText} />
    </RecordPanel>
  )
}

/** Its questions, and what can be done with the answers. */
export function WorkForm({ work, parts }: WorkProps) {
  const { record, form: desk, answering, memory } = work
  const { questions } = parts
  const [missing, setMissing] = useState<Missing & { key: string }>()
  const form = desk?.form
  const key = `${record?.id}/${desk?.revision}`

  useCommand('annotate.nextQuestion', { run: () => moveQuestionFocus(1) })
  useCommand('annotate.previousQuestion', { run: () => moveQuestionFocus(-1) })
  useCommand('annotate.undo', {
    run: () => (form && form.past.length > 0 ? desk.apply({ type: 'undone' }) : void answering.undo()),
    isEnabled: (form !== undefined && form.past.length > 0) || answering.canUndo,
  })
  useCommand('annotate.redo', {
    run: () => desk?.apply({ type: 'redone' }),
    isEnabled: form !== undefined && form.future.length > 0,
  })
  const suggested = record ? suggestedAnswers(questions, record.suggestions) : {}
  useCommand('annotate.acceptSuggestions', {
    run: () => desk?.apply({ type: 'replaced', answers: { ...desk.read().answers, ...suggested } }),
    isEnabled: Object.keys(suggested).length > 0,
  })

  if (!record || !desk || !form) return null
  const facts = { status: statusOf(record), answers: form.answers, isModified: isModified(form) }
  const blocked = blockedActions(questions, facts)

  const answer = (question: Question, value: AnswerValue | undefined, how: AnswerHow = {}) => {
    desk.apply({ type: 'changed', question: question.name, value, isTyping: how.isTyping })
    setMissing(undefined)
    const { answers } = desk.read()
    const isDone = how.byKey === true && value !== undefined && canAutoSubmit(questions) && autoSubmit.get() === 'on'
    if (isDone && answerTo(answers, question.name) !== undefined) void answering.save('submitted')
  }
  const showMissing = () => {
    const open = firstOpenQuestion(questions, form.answers)
    if (open) setMissing({ key, name: open.name })
  }

  return (
    <QuestionForm
      key={key}
      questions={questions}
      record={record}
      form={form}
      missing={missing?.key === key ? missing : undefined}
      onAnswer={answer}
      notices={
        <>
          <RestoredNotice work={work} />
          <RefusedNotice work={work} />
          {canAutoSubmit(questions) && <AutoSubmitSwitch />}
        </>
      }
    >
      <ActionFooter
        blocked={blocked}
        isSaving={answering.isSaving}
        isKept={facts.isModified && memory.edits.find(record.id) !== undefined}
        onSubmit={() => void answering.save('submitted')}
        onDraft={() => void answering.save('draft')}
        onDiscard={() => void answering.save('discarded')}
        onClear={() => void answering.clear()}
        onBlockedSubmit={showMissing}
      />
    </QuestionForm>
  )
}

function RestoredNotice({ work: { form, record, memory } }: { work: Work }) {
  if (!form || !record || form.restoredAt === undefined || !isModified(form.form)) return null
  return (
    <div className={styles.notice} role="status">
      <p>{t('annotate.restored', { when: formatRelative(new Date(form.restoredAt)) })}</p>
      <Button
        size="small"
        onPress={() => {
          memory.edits.forget(record.id)
          form.reopen()
        }}
      >
        {t('annotate.restored.drop')}
      </Button>
    </div>
  )
}

function RefusedNotice({ work: { form, record, memory } }: { work: Work }) {
  const state = useOutboxState(memory.outbox)
  const entry = record && refusedFor(state, record.id)
  if (!entry || !form) return null
  return (
    <div className={styles.notice} data-tone="refused" role="alert">
      <p>{t('annotate.refusedNotice', { reason: entry.refusal?.messages.join('; ') ?? '' })}</p>
      <Button
        size="small"
        onPress={() => {
          void memory.outbox.dismiss(entry.id)
          memory.edits.forget(entry.recordId)
          form.reopen()
        }}
      >
        {t('annotate.refusedDrop')}
      </Button>
    </div>
  )
}
