import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/questions'
import { optionsShown } from '@postil/domain/options/question-options'
import { memo, Suspense, useMemo } from 'react'
import type { RecordSuggestion } from '../../../api/record.ts'
import type { AnswerHow } from '../../../form/answer-how.ts'
import { LabelQuestion } from '../../../form/LabelQuestion.tsx'
import { QuestionShell } from '../../../form/QuestionShell.tsx'
import { TextQuestion } from '../../../form/TextQuestion.tsx'
import { visibleLimit } from '../../../form/visible-options.ts'
import { t } from '../../../i18n/index.ts'
import { LazySpanQuestion } from '../../../spans/lazy-spans.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { openReason } from '../answers/rules.ts'
import { suggestionMark, suggestionTitle, suggestionWords } from '../answers/suggestion.ts'
import type { QuestionProps } from './question-props.ts'
import { RankingQuestion } from './RankingQuestion.tsx'
import { RatingQuestion } from './RatingQuestion.tsx'
import { spanTask } from './span-task.ts'

interface QuestionViewProps {
  question: Question
  value: AnswerValue | undefined
  suggestion: RecordSuggestion | undefined
  isMissing: boolean
  /** The text a span question is about. */
  text: string | undefined
  onAnswer: (question: Question, value: AnswerValue | undefined, how?: AnswerHow) => void
}

/** One question of any type. It is drawn anew only when something of its own has changed. */
export const QuestionView = memo(function QuestionView(props: QuestionViewProps) {
  const { question, suggestion, isMissing } = props
  return (
    <QuestionShell
      question={question}
      suggestion={suggestion && { mark: suggestionMark(suggestion), words: suggestionTitle(suggestion) }}
      missing={isMissing ? openReason(question) : undefined}
    >
      <ErrorBoundary fallback={() => t('annotate.brokenQuestion')} madeFrom={props.value}>
        <Body {...props} />
      </ErrorBoundary>
    </QuestionShell>
  )
})

function Body({ question, value, suggestion, text, onAnswer }: QuestionViewProps) {
  const shared = {
    value,
    suggestion,
    onAnswer: (next: AnswerValue | undefined, how?: AnswerHow) => onAnswer(question, next, how),
  }
  const { settings } = question
  switch (settings.type) {
    case 'label_selection':
    case 'multi_label_selection':
      return <Labels question={{ ...question, settings }} {...shared} />
    case 'rating':
      return <RatingQuestion question={{ ...question, settings }} {...shared} />
    case 'ranking':
      return <RankingQuestion question={{ ...question, settings }} {...shared} />
    case 'text':
      return (
        <TextQuestion
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

function Labels({ question, value, suggestion, onAnswer }: QuestionProps<'label_selection' | 'multi_label_selection'>) {
  const { settings } = question
  const isMulti = settings.type === 'multi_label_selection'
  const choices = useMemo(() => optionsShown(settings, [value, suggestion?.value]), [settings, value, suggestion])
  const chosen = useMemo(() => labelsOf(value), [value])
  const suggested = useMemo(
    () =>
      new Map(
        suggestion ? labelsOf(suggestion.value).map((label, at) => [label, suggestionWords(suggestion, at)]) : [],
      ),
    [suggestion],
  )
  return (
    <LabelQuestion
      datasetId={question.dataset_id}
      name={question.name}
      title={question.title}
      choices={choices}
      isMulti={isMulti}
      limit={visibleLimit(settings.visible_options)}
      chosen={chosen}
      suggested={suggested}
      onAnswer={(labels, how) => {
        const [only] = labels
        if (isMulti) onAnswer(only === undefined ? undefined : [...labels], how)
        else onAnswer(only, how)
      }}
    />
  )
}

function labelsOf(value: AnswerValue | undefined): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
