import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { fetchMyDoubts } from '../../api/feedback/team/doubts.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { ActionFooter } from '../../form/ActionFooter.tsx'
import type { AnswerHow } from '../../form/answer-how.ts'
import { focusChoice } from '../../form/focus.ts'
import { t } from '../../i18n/index.ts'
import { useRefused } from '../../local/use-outbox.ts'
import { lazy } from '../../ui/loading/lazy.tsx'
import styles from '../feedback/AnnotationView.module.css'
import { canAutoSubmit } from '../feedback/answers/auto-submit.ts'
import { isModified } from '../feedback/answers/form-state.ts'
import { blockedActions, firstOpenQuestion } from '../feedback/answers/rules.ts'
import { unconfirmedQuestions } from '../feedback/answers/suggestion.ts'
import { showFirstUnseen } from '../feedback/answers/unseen.ts'
import { useAutoSubmit } from '../feedback/answers/use-auto-submit.ts'
import { type Missing, QuestionList } from '../feedback/questions/QuestionList.tsx'
import { statusOf } from '../feedback/records/queue.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'
import type { Work } from './use-work.ts'

const AutoSubmitSwitch = lazy(() => import('../feedback/answers/AutoSubmitSwitch.tsx').then((m) => m.AutoSubmitSwitch))
const WorkNotices = lazy(() => import('./notices/WorkNotices.tsx').then((m) => m.WorkNotices))
const UnseenNote = lazy(() => import('../feedback/answers/UnseenNote.tsx').then((m) => m.UnseenNote))

interface WorkFormProps {
  work: Work
  parts: DatasetParts
}

/** The questions about the current record, and the actions on its answers. */
export function WorkForm({ work, parts: { dataset, questions } }: WorkFormProps) {
  const { record, form: controller, answering, memory } = work
  const [missing, setMissing] = useState<Missing & { key: string }>()
  // A new key resets the form: for another record, and for the same record reopened.
  const key = `${record?.id}/${controller?.revision}`
  const refused = useRefused(memory.outbox, record?.id)
  // Fetched by `useMyDoubts`, whose code is not in the first view; the function is for its retries.
  const { data: doubts } = useQuery({
    queryKey: queryKeys.myDoubts(dataset.id),
    queryFn: () => fetchMyDoubts(dataset.id),
    meta: SILENT,
    enabled: false,
  })
  const isDoubted = doubts?.some(({ record_id }) => record_id === record?.id)
  const isInQuestion = refused?.refusal?.isAnsweredElsewhere === true
  const submit = () => (isInQuestion ? focusChoice() : void answering.save('submitted'))
  // Names of the questions whose suggestions were in view long enough; a new form starts with none.
  const seen = useMemo(() => ({ key, names: new Set<string>() }), [key]).names
  const auto = useAutoSubmit(questions, key, submit)
  const unconfirmed = record && controller ? unconfirmedQuestions(questions, record, controller.form) : []
  if (!record || !controller) return null

  const { form } = controller
  const status = statusOf(record)
  const facts = { status, answers: form.answers, isModified: isModified(form), isInQuestion }

  const answer = (question: Question, value: AnswerValue | undefined, how: AnswerHow = {}) => {
    controller.apply({ type: 'changed', question: question.name, value, isTyping: how.isTyping })
    setMissing(undefined)
    auto.answered(value, how)
  }
  const submitByHand = () => {
    // With span questions, a user may press Enter twice. The second press is meant for this record and must not
    // submit the next one unread.
    if (questions.some(({ settings }) => settings.type === 'span')) auto.expectEcho()
    submit()
  }
  const isEcho = () => auto.takeEcho() && controller.read().past.length === 0
  const showMissing = () => {
    if (isInQuestion) return focusChoice()
    const open = firstOpenQuestion(questions, controller.read().answers)
    if (open) setMissing({ key, name: open.name })
  }

  return (
    <section className={styles.form} aria-label={t('annotate.questions')} data-status={status}>
      <QuestionList
        formKey={key}
        questions={questions}
        record={record}
        form={form}
        unconfirmed={unconfirmed}
        missing={missing?.key === key ? missing : undefined}
        onAnswer={answer}
        notices={
          <>
            {(controller.restoredAt !== undefined ||
              refused ||
              record.resolutions ||
              record.isCompleted ||
              isDoubted) && (
              <Suspense key={key} fallback={null}>
                <WorkNotices work={work} questions={questions} refused={refused} />
              </Suspense>
            )}
            {canAutoSubmit(questions) && (
              <Suspense fallback={<div className={styles.switchPlace} />}>
                <AutoSubmitSwitch />
              </Suspense>
            )}
          </>
        }
      />
      <ActionFooter
        blocked={blockedActions(questions, facts)}
        isKept={facts.isModified && memory.edits.find(record.id) !== undefined}
        onUndo={form.past.length > 0 ? () => controller.apply({ type: 'undone' }) : undefined}
        onSubmit={() => isEcho() || showFirstUnseen(unconfirmed, seen) || submitByHand()}
        note={
          unconfirmed.length > 0 && (
            <Suspense fallback={null}>
              <UnseenNote names={unconfirmed} seen={seen} />
            </Suspense>
          )
        }
        onDraft={() => void answering.save('draft')}
        onDiscard={() => void answering.save('discarded')}
        onClear={() => void answering.clear()}
        onBlockedSubmit={() => isEcho() || showMissing()}
      />
    </section>
  )
}
