import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Dataset } from '@postil/contract/feedback/datasets'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useMemo, useState } from 'react'
import { deleteQuestion } from '../../api/feedback/dataset-parts.ts'
import { questionsQuery } from '../../api/feedback/queries.ts'
import { patchQuestion } from '../../api/feedback/questions.ts'
import { t } from '../../i18n/areas/settings.ts'
import { formatNumber } from '../../i18n/index.ts'
import { SpanContextProvider } from '../../spans/span-context.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { QuestionView } from '../feedback/questions/QuestionView.tsx'
import styles from './DatasetSettings.module.css'
import { ItemForm } from './ItemForm.tsx'
import { checkQuestion, type QuestionValues, questionPatch, questionValues } from './item-rules.ts'
import { QuestionOptions } from './options/QuestionOptions.tsx'
import { ItemName, ItemsLoading } from './parts.tsx'
import { useItem, valueText } from './use-item.ts'
import { useListChanges } from './use-settings.ts'

const AddQuestion = lazy(async () => (await import('./AddQuestion.tsx')).AddQuestion, { prefetch: false })

/**
 * The questions of a dataset: texts and appearance of each, beside a preview that can be tried out. In a draft,
 * questions can be added and removed.
 */
export function QuestionsTab({ dataset }: { dataset: Dataset }) {
  const { id, status } = dataset
  const questions = useQuery(questionsQuery(id))
  const { add } = useListChanges(questionsQuery(id))
  if (!questions.data) return <ItemsLoading query={questions} />
  return (
    <SpanContextProvider>
      <div className={styles.items}>
        {questions.data.length === 0 && <p className="note">{t('settings.noQuestions')}</p>}
        {questions.data.map((question) => (
          <QuestionForm key={question.id} question={question} isDraft={status === 'draft'} />
        ))}
        {status === 'draft' && (
          <Suspense fallback={null}>
            <AddQuestion datasetId={id} questions={questions.data} onMade={add} />
          </Suspense>
        )}
      </div>
    </SpanContextProvider>
  )
}

function QuestionForm({ question, isDraft }: { question: Question; isDraft: boolean }) {
  const { refetchOne, replace, remove } = useListChanges(questionsQuery(question.dataset_id))
  const { name, required, settings } = question
  const optionCount = 'options' in settings ? settings.options.length : 0
  const label = t('settings.question', { name })
  const item = useItem({
    id: `question ${question.id}`,
    tab: 'questions',
    label,
    original: questionValues(question),
    check: checkQuestion,
    refetch: async () => questionValues(await refetchOne(question)),
    toText: (saved, key) =>
      key === 'visibleOptions' ? visibleWords(saved.visibleOptions, optionCount) : valueText(saved, key),
    save: async (values) => replace(await patchQuestion(question.id, questionPatch(question, values))),
  })
  const { values, problems, change } = item
  return (
    <ItemForm
      item={item}
      label={label}
      head={<ItemName name={name} isOptional={!required} badge={t(`settings.type.${settings.type}`)} />}
      removal={
        isDraft
          ? {
              consequence: t('settings.removePart'),
              onRemove: async () => {
                await deleteQuestion(question.id)
                remove(question)
              },
            }
          : undefined
      }
      aside={<Trial question={question} values={values} />}
    >
      <TextField
        label={t('settings.questionTitle')}
        need="required"
        value={values.title}
        onChange={(title) => change({ title })}
        error={problems.title}
      />
      <TextArea
        label={t('settings.description')}
        need="optional"
        rows={2}
        value={values.description}
        onChange={(description) => change({ description })}
        error={problems.description}
      />
      {settings.type === 'text' && (
        <Switch isSelected={values.useMarkdown} onChange={(useMarkdown) => change({ useMarkdown })}>
          {t('settings.useMarkdown')}
        </Switch>
      )}
      {'visible_options' in settings && (
        <VisibleOptions
          count={optionCount}
          value={values.visibleOptions}
          onChange={(visibleOptions) => change({ visibleOptions })}
        />
      )}
      <QuestionOptions question={question} />
    </ItemForm>
  )
}

// A preview of the question with the edited texts. It can be tried out; nothing is saved.
function Trial({ question, values }: { question: Question; values: QuestionValues }) {
  const [answer, setAnswer] = useState<AnswerValue>()
  const shown = useMemo(() => withValues(question, values), [question, values])
  return (
    <section className={styles.trial} aria-label={t('settings.trial', { name: question.name })}>
      <Suspense fallback={null}>
        <QuestionView
          formKey={`preview ${'options' in question.settings ? question.settings.options.length : 0}`}
          question={shown}
          value={answer}
          suggestion={undefined}
          isMissing={false}
          // There is no record here; with no text at all, a span question would not show its labels.
          text=""
          onAnswer={(_, next) => setAnswer(next)}
        />
      </Suspense>
    </section>
  )
}

function withValues(question: Question, values: QuestionValues): Question {
  const { settings } = question
  const words = { title: values.title.trim() || question.name, description: values.description.trim() || null }
  if (settings.type === 'text')
    return { ...question, ...words, settings: { ...settings, use_markdown: values.useMarkdown } }
  if ('visible_options' in settings) {
    return { ...question, ...words, settings: { ...settings, visible_options: values.visibleOptions } }
  }
  return { ...question, ...words }
}

/** Questions with up to this many options always show all of them. */
const MIN_VISIBLE = 3

interface VisibleOptionsProps {
  /** Number of options of the question. */
  count: number
  /** null: show all. */
  value: number | null
  onChange: (value: number | null) => void
}

function visibleWords(value: number | null, count: number): string {
  return value === null || value >= count ? t('settings.allOptions', { count }) : formatNumber(value)
}

/** The number of options shown before "more" is pressed. The end of the slider means all. */
function VisibleOptions({ count, value, onChange }: VisibleOptionsProps) {
  const id = useId()
  if (count <= MIN_VISIBLE) return null
  const shown = Math.min(value ?? count, count)
  const words = visibleWords(value, count)
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{t('settings.visibleOptions')}</label>
      <output htmlFor={id}>{words}</output>
      <input
        id={id}
        type="range"
        min={MIN_VISIBLE}
        max={count}
        value={shown}
        aria-valuetext={words}
        onChange={(event) => onChange(event.target.valueAsNumber === count ? null : event.target.valueAsNumber)}
      />
    </div>
  )
}
