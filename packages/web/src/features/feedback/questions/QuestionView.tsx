import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/questions'
import { memo, Suspense } from 'react'
import type { RecordSuggestion } from '../../../api/record.ts'
import { LabelQuestion } from '../../../form/LabelQuestion.tsx'
import { QuestionShell } from '../../../form/QuestionShell.tsx'
import { RankingQuestion } from '../../../form/RankingQuestion.tsx'
import { RatingQuestion } from '../../../form/RatingQuestion.tsx'
import { TextQuestion } from '../../../form/TextQuestion.tsx'
import { t } from '../../../i18n/index.ts'
import { LazySpanQuestion } from '../../../spans/lazy-spans.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import type { AnswerHow } from './question-props.ts'

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
    <QuestionShell question={question} suggestion={suggestion} isMissing={isMissing}>
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
      return <LabelQuestion question={{ ...question, settings }} {...shared} />
    case 'rating':
      return <RatingQuestion question={{ ...question, settings }} {...shared} />
    case 'ranking':
      return <RankingQuestion question={{ ...question, settings }} {...shared} />
    case 'text':
      return <TextQuestion question={{ ...question, settings }} {...shared} />
    case 'span':
      return (
        <Suspense fallback={null}>
          <LazySpanQuestion question={{ ...question, settings }} text={text} {...shared} />
        </Suspense>
      )
  }
}
