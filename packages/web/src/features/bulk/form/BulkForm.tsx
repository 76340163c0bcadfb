import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { Suspense, useMemo, useState } from 'react'
import { ActionFooter } from '../../../form/ActionFooter.tsx'
import { t } from '../../../i18n/index.ts'
import { FormSkeleton } from '../../feedback/AnnotationSkeleton.tsx'
import viewStyles from '../../feedback/AnnotationView.module.css'
import { isModified } from '../../feedback/answers/form-state.ts'
import { firstOpenQuestion } from '../../feedback/answers/rules.ts'
import { WithGuidelines } from '../../feedback/guidelines/WithGuidelines.tsx'
import type { Missing } from '../../feedback/questions/QuestionList.tsx'
import type { DatasetParts } from '../../feedback/use-dataset.ts'
import { Running } from '../sending/BulkRunning.tsx'
import { LeftAlone } from '../sending/LeftAlone.tsx'
import type { Bulk } from '../use-bulk.ts'
import { BulkQuestions, questionsForMany } from './BulkQuestions.tsx'
import { BulkSheet } from './BulkSheet.tsx'
import type { FormSheet } from './use-form-sheet.ts'

interface BulkFormProps {
  bulk: Bulk
  parts: DatasetParts
  sheet: FormSheet
}

/** One form for all selected records: beside the list, or on a small screen in a bottom sheet. */
export function BulkForm({ bulk, parts: { dataset, questions: latest }, sheet }: BulkFormProps) {
  // Options that a lead has changed come with the next selection, or after a change was sent, which leaves the focused
  // record as the next one: no key gets another option while records are answered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the selection, not of the latest reply
  const questions = useMemo(() => latest, [bulk.targetCount > 0, bulk.isRunning])
  const [missing, setMissing] = useState<Missing>()
  const list = { bulk, questions, missing, onAnswered: () => setMissing(undefined) }
  const actions = (
    <>
      <LeftAlone bulk={bulk} />
      <Running bulk={bulk} />
      <Actions
        bulk={bulk}
        onSave={(status) => {
          sheet.close()
          bulk.save(status)
        }}
        onMissing={(question) => {
          sheet.open()
          setMissing({ name: question.name })
        }}
        questions={questions}
      />
    </>
  )

  if (sheet.isStacked) {
    return (
      <BulkSheet bulk={bulk} questions={questions} sheet={sheet} actions={actions}>
        <WithGuidelines dataset={dataset}>
          <Suspense fallback={<FormSkeleton />}>
            <BulkQuestions {...list} isInSheet />
          </Suspense>
        </WithGuidelines>
      </BulkSheet>
    )
  }
  return (
    <WithGuidelines dataset={dataset}>
      <section className={viewStyles.form} aria-label={t('annotate.questions')} data-status="pending">
        <Suspense fallback={<FormSkeleton />}>
          <BulkQuestions {...list} />
        </Suspense>
        {actions}
      </section>
    </WithGuidelines>
  )
}

interface ActionsProps {
  bulk: Bulk
  questions: readonly Question[]
  onSave: (status: ResponseStatus) => void
  /** Submit was pressed while a question blocks it. */
  onMissing: (question: Question) => void
}

function Actions({ bulk, questions, onSave, onMissing }: ActionsProps) {
  const { form: controller, run, blocked, targetCount } = bulk
  const isRunning = run.progress !== undefined
  const showMissing = () => {
    // Without selected records, and while answers are being sent, no question is marked as missing.
    const open =
      isRunning || targetCount === 0
        ? undefined
        : firstOpenQuestion(questionsForMany(questions), controller.form.answers)
    if (open) onMissing(open)
  }
  return (
    <ActionFooter
      blocked={blocked}
      isSaving={isRunning}
      isKept={isModified(controller.form) && !isRunning}
      onSubmit={() => onSave('submitted')}
      onDraft={() => onSave('draft')}
      onDiscard={() => onSave('discarded')}
      onClear={() => controller.apply({ type: 'cleared' })}
      onBlockedSubmit={showMissing}
    />
  )
}
