import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { isSpans } from '@postil/domain/answers/answer-kinds'
import { optionsShown } from '@postil/domain/options/question-options'
import type { Span, SpanTask } from '../../../spans/span.ts'
import type { QuestionOf } from './question-props.ts'

const NONE: readonly Span[] = []

/** Convert a span question with its answer and suggestion to the props of the span components. */
export function spanTask(
  { name, settings }: Pick<QuestionOf<'span'>, 'name' | 'settings'>,
  value: AnswerValue | undefined,
  suggestion: { value: AnswerValue } | undefined,
  onAnswer: (spans: Span[] | undefined) => void,
): SpanTask & { onAnswer: (spans: Span[]) => void } {
  const isSaid = value !== undefined && spansOf(value).length === 0
  return {
    nothing: { isSaid, toggle: () => onAnswer(isSaid ? undefined : []) },
    onAnswer,
    name,
    options: optionsShown(settings, [value, suggestion?.value]),
    allowsOverlapping: settings.allow_overlapping,
    spans: spansOf(value),
    suggested: spansOf(suggestion?.value),
  }
}

function spansOf(value: AnswerValue | undefined): readonly Span[] {
  return value !== undefined && isSpans(value) ? value : NONE
}
