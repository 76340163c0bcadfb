import type { QuestionProps } from '../questions/question-props.ts'

export function SpanQuestion(_props: QuestionProps<'span'>) {
  return null
}
