import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { type Answers, answerTo } from '@postil/domain/answers/asked-question'
import { optionsShown } from '@postil/domain/options/question-options'
import { memo, Suspense, useMemo } from 'react'
import type { RecordSuggestion } from '../../../api/feedback/record.ts'
import type { AnswerHow } from '../../../form/answer-how.ts'
import { LabelQuestion, noteLabelUse } from '../../../form/LabelQuestion.tsx'
import { QuestionShell } from '../../../form/QuestionShell.tsx'
import { TextQuestion } from '../../../form/TextQuestion.tsx'
import { visibleLimit } from '../../../form/visible-options.ts'
import { t } from '../../../i18n/areas/feedback.ts'
import { LazySpanQuestion } from '../../../spans/lazy-spans.ts'
import { ErrorBoundary } from '../../../ui/display/ErrorBoundary.tsx'
import { openReason } from '../answers/rules.ts'
import { scoreOf, suggestionMark, suggestionTitle, suggestionWords } from '../answers/suggestion.ts'
import type { QuestionProps } from './question-props.ts'
import { RankingQuestion } from './RankingQuestion.tsx'
import { RatingQuestion } from './RatingQuestion.tsx'
import { spanTask } from './span-task.ts'

interface QuestionViewProps {
  question: Question
  /** Identifies the current form; another form resets the question. */
  formKey: string
  value: AnswerValue | undefined
  suggestion: RecordSuggestion | undefined
  /** The answer shown is an unconfirmed suggestion. */
  isUnconfirmed?: boolean
  isMissing: boolean
  /** The text that a span question marks; undefined for other types. */
  text: string | undefined
  onAnswer: (question: Question, value: AnswerValue | undefined, how?: AnswerHow) => void
}

/** One question of any type. Memoised: re-rendered only when its own props change. */
export const QuestionView = memo(function QuestionView(props: QuestionViewProps) {
  const { question, suggestion, isUnconfirmed = false, isMissing } = props
  return (
    <QuestionShell
      question={question}
      suggestion={suggestion && { mark: suggestionMark(suggestion), words: suggestionTitle(suggestion) }}
      isUnconfirmed={isUnconfirmed}
      missing={isMissing ? openReason(question) : undefined}
    >
      <ErrorBoundary
        fallback={() => t('annotate.brokenQuestion')}
        madeFrom={`${props.formKey} ${JSON.stringify(props.value)}`}
      >
        <QuestionBody {...props} />
      </ErrorBoundary>
    </QuestionShell>
  )
})

type QuestionBodyProps = Pick<
  QuestionViewProps,
  'question' | 'formKey' | 'value' | 'suggestion' | 'isUnconfirmed' | 'text' | 'onAnswer'
>

/** The controls of a question, without its title. */
export function QuestionBody(props: QuestionBodyProps) {
  const { question, formKey, value, suggestion, isUnconfirmed = false, text, onAnswer } = props
  const shared = {
    value,
    suggestion,
    isUnconfirmed,
    onAnswer: (next: AnswerValue | undefined, how?: AnswerHow) => onAnswer(question, next, how),
  }
  const { settings } = question
  switch (settings.type) {
    case 'label_selection':
    case 'multi_label_selection':
      return <Labels question={{ ...question, settings }} formKey={formKey} {...shared} />
    case 'rating':
      return <RatingQuestion key={formKey} question={{ ...question, settings }} {...shared} />
    case 'ranking':
      return <RankingQuestion key={formKey} question={{ ...question, settings }} {...shared} />
    case 'text':
      return (
        <TextQuestion
          key={formKey}
          title={question.title}
          isRequired={question.required}
          isMarkdown={settings.use_markdown}
          text={typeof value === 'string' ? value : ''}
          proposal={typeof suggestion?.value === 'string' ? suggestion.value : undefined}
          onAnswer={shared.onAnswer}
        />
      )
    case 'span':
      return (
        <Suspense fallback={null}>
          <LazySpanQuestion
            key={formKey}
            {...spanTask({ ...question, settings }, value, suggestion, shared.onAnswer)}
            datasetId={question.dataset_id}
            title={question.title}
            field={settings.field}
            limit={visibleLimit(settings.visible_options)}
            text={text}
          />
        </Suspense>
      )
  }
}

type LabelsProps = QuestionProps<'label_selection' | 'multi_label_selection'> & { formKey: string }

// Without a React key, so that the next record reuses the elements: with hundreds of labels, creating them takes most
// of the time.
function Labels({ question, formKey, value, suggestion, isUnconfirmed, onAnswer }: LabelsProps) {
  const { settings } = question
  const isMulti = settings.type === 'multi_label_selection'
  // A retired option stays while the form is open, also when it is deselected: the keys of the others do not change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value that the form opened with
  const first = useMemo(() => value, [formKey])
  const choices = useMemo(
    () => optionsShown(settings, [first, value, suggestion?.value]),
    [settings, first, value, suggestion],
  )
  const chosen = useMemo(() => labelsOf(value), [value])
  const suggested = useMemo(
    () =>
      new Map(
        suggestion
          ? labelsOf(suggestion.value).map((label, at) => [
              label,
              { words: suggestionWords(suggestion, at), score: scoreOf(suggestion, at) },
            ])
          : [],
      ),
    [suggestion],
  )
  return (
    <LabelQuestion
      datasetId={question.dataset_id}
      name={question.name}
      title={question.title}
      formKey={formKey}
      choices={choices}
      isMulti={isMulti}
      limit={visibleLimit(settings.visible_options)}
      chosen={chosen}
      suggested={suggested}
      isUnconfirmed={isUnconfirmed}
      onAnswer={(labels, how) => {
        const [only] = labels
        if (isMulti) onAnswer(only === undefined ? undefined : [...labels], how)
        else onAnswer(only, how)
      }}
    />
  )
}

/**
 * Count the labels of a submitted answer, to offer frequent ones first.
 *
 * @param owner - key of the user and dataset
 */
export function noteLabels(owner: string, questions: readonly Question[], answers: Answers): void {
  for (const { name, settings } of questions) {
    if (settings.type !== 'label_selection' && settings.type !== 'multi_label_selection') continue
    const labels = labelsOf(answerTo(answers, name))
    if (labels.length > 0) noteLabelUse(owner, name, labels)
  }
}

function labelsOf(value: AnswerValue | undefined): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
