import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { profileOfQuestion } from '@postil/importing/guess/profile-of-question'
import {
  addQuestion,
  changeQuestion,
  changeType,
  moveQuestion,
  removeQuestion,
} from '@postil/importing/plan/edit-questions'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileScan } from '@postil/importing/read/scan'
import { Suspense, useState } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { QuestionDrawing } from './QuestionDrawing.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import styles from './QuestionsSection.module.css'
import { QUESTION_TYPES } from './question-types.ts'
import { Section } from './Section.tsx'

// The form preview is lazily loaded: it is a part of the annotation page.
const FormPreview = lazy(async () => (await import('./FormPreview.tsx')).FormPreview, { prefetch: false })

interface QuestionsSectionProps {
  scan: FileScan
  plan: ImportPlan
  onPlan: (plan: ImportPlan) => void
}

/** The questions: a card for each type to add, and an editor for each question. */
export function QuestionsSection({ scan, plan, onPlan }: QuestionsSectionProps) {
  const { questions, fixed } = plan
  const [added, setAdded] = useState<string>()
  if (fixed) {
    return (
      <Section title={t('import.questions')} lead={t('import.fixedSettings', { count: questions.length })}>
        <ul className={styles.fixed}>
          {questions.map(({ name, title, settings }) => (
            <li key={name}>
              {title} <span className="note">{t(`import.type.${settings.type}`)}</span>
            </li>
          ))}
        </ul>
      </Section>
    )
  }
  const newOptions = [1, 2, 3].map((number) => t('import.option', { number: String(number) }))
  return (
    <Section title={t('import.questions')} lead={t('import.questionsLead')}>
      <div className={styles.columns} data-empty={questions.length === 0 || undefined}>
        <div className={styles.editors}>
          {questions.map((question, index) => (
            <QuestionEditor
              key={question.name}
              question={question}
              fields={plan.columns.flatMap(({ use }) => (use.kind === 'field' ? [use] : []))}
              isAdded={question.name === added}
              isFirst={index === 0}
              isLast={index === questions.length - 1}
              onChange={(change) => onPlan(changeQuestion(plan, question.name, change))}
              onType={(type) => {
                const profile = profileOfQuestion(question.name, plan.columns, scan.profile)
                onPlan(changeType(plan, question.name, type, { profile, options: newOptions }))
              }}
              onMove={(by) => onPlan(moveQuestion(plan, question.name, by))}
              onRemove={() => onPlan(removeQuestion(plan, question.name))}
            />
          ))}
          <fieldset className={styles.cards}>
            <legend className={styles.legend}>{t('import.addQuestion')}</legend>
            {QUESTION_TYPES.map((type) => (
              <QuestionCard
                key={type}
                type={type}
                onPress={() => {
                  const next = addQuestion(plan, type, t(`import.newTitle.${type}`), newOptions)
                  setAdded(next.questions.at(-1)?.name)
                  onPlan(next)
                }}
              />
            ))}
          </fieldset>
        </div>
        <Suspense fallback={<Skeleton height={320} radius="var(--radius-sheet)" />}>
          <FormPreview plan={plan} rows={scan.preview} />
        </Suspense>
      </div>
    </Section>
  )
}

/** A button that adds a question of a type: drawing, name and purpose. */
function QuestionCard({ type, onPress }: { type: QuestionType; onPress: () => void }) {
  return (
    <button type="button" className={styles.card} onClick={onPress}>
      <QuestionDrawing type={type} />
      <span className={styles.cardName}>{t(`import.type.${type}`)}</span>
      <span className="note">{t(`import.typeLead.${type}`)}</span>
    </button>
  )
}
