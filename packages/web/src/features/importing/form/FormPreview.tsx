import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { ImportPlan } from '@postil/importing/plan/plan'
import { previewFields, previewQuestions, previewRecord } from '@postil/importing/plan/preview-record'
import type { SourceRow } from '@postil/importing/read/source-row'
import { Suspense, useMemo, useState } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { RecordFields } from '../../../record/RecordFields.tsx'
import type { RecordField } from '../../../record/record-parts.ts'
import { SpanField } from '../../../spans/SpanField.tsx'
import { SpanContextProvider } from '../../../spans/span-context.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { QuestionView } from '../../feedback/questions/QuestionView.tsx'
import { spanTask } from '../../feedback/questions/span-task.ts'
import styles from './FormPreview.module.css'

interface FormPreviewProps {
  plan: ImportPlan
  rows: readonly SourceRow[]
}

/** A preview of the annotators' form with a record of the file. It can be tried out; nothing is saved. */
export function FormPreview({ plan, rows }: FormPreviewProps) {
  const [at, setAt] = useState(0)
  const row = rows[at % Math.max(1, rows.length)]
  if (!row) return null
  return (
    <section className={styles.preview} aria-label={t('import.formPreview')}>
      <header className={styles.head}>
        <h3 className={styles.title}>{t('import.formPreview')}</h3>
        <Button size="small" variant="quiet" onPress={() => setAt((at + 1) % rows.length)}>
          {t('import.nextRecord')}
        </Button>
      </header>
      <SpanContextProvider>
        <Trial key={row.line} plan={plan} row={row} />
      </SpanContextProvider>
    </section>
  )
}

function Trial({ plan, row }: { plan: ImportPlan; row: SourceRow }) {
  const record = useMemo(() => previewRecord(plan, row), [plan, row])
  const fields = useMemo(() => previewFields(plan), [plan])
  const questions = useMemo(() => previewQuestions(plan), [plan])
  const [tried, setTried] = useState<Readonly<Record<string, AnswerValue | undefined>>>({})
  const answer = (question: Question, value: AnswerValue | undefined) =>
    setTried((known) => ({ ...known, [question.name]: value }))
  const answerOf = ({ name }: Question) => (Object.hasOwn(tried, name) ? tried[name] : record.answers[name])
  const suggestionOf = ({ name }: Question) => record.suggestions.find(({ questionId }) => questionId === name)
  const renderText = (field: RecordField, text: string) => {
    for (const question of questions) {
      const { settings } = question
      if (settings.type !== 'span' || settings.field !== field.name) continue
      return (
        <SpanField
          {...spanTask({ ...question, settings }, answerOf(question), suggestionOf(question), (spans) =>
            answer(question, spans),
          )}
          title={field.title}
          text={text}
        />
      )
    }
    return undefined
  }
  if (record.reason !== undefined) return <p className={styles.reason}>{record.reason}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.record} aria-label={t('import.previewRecord')} tabIndex={0}>
        <RecordFields fields={fields} record={record} renderText={renderText} />
      </section>
      {questions.length === 0 && <p className={styles.none}>{t('import.previewNone')}</p>}
      {questions.map((question) => (
        <Suspense key={`${question.name} ${question.settings.type}`} fallback={null}>
          <QuestionView
            formKey={`preview ${'options' in question.settings ? question.settings.options.length : 0}`}
            question={question}
            value={answerOf(question)}
            suggestion={suggestionOf(question)}
            isMissing={false}
            text={question.settings.type === 'span' ? (record.fields[question.settings.field] ?? undefined) : undefined}
            onAnswer={answer}
          />
        </Suspense>
      ))}
    </>
  )
}
