import type { Question } from '@postil/contract/feedback/questions'
import { isSpans } from '@postil/domain/answers/answer-kinds'
import { type ReactNode, Suspense } from 'react'
import type { AnnotationRecord } from '../../api/record.ts'
import type { RecordField } from '../../record/record-parts.ts'
import { lazy } from '../../ui/lazy.tsx'

// Only datasets with a span question need the code of marks: the others never fetch it.
const SuggestedMarks = lazy(async () => (await import('./SuggestedMarks.tsx')).SuggestedMarks, { prefetch: false })

/** Fetch the code of the marks before a text is shown, where a question asks for them. */
export function preloadMarks(questions: readonly Question[]): void {
  if (!questions.some(({ settings }) => settings.type === 'span')) return
  // A failed load is tried again when it is rendered.
  SuggestedMarks.fetch().catch(() => undefined)
}

/** What stands in place of a field's text: the text with the marks suggested in it; nothing where none are. */
export function renderSuggestedMarks(
  questions: readonly Question[],
  suggestions: AnnotationRecord['suggestions'],
): (field: RecordField, text: string) => ReactNode {
  return (field, text) => {
    for (const question of questions) {
      const { settings } = question
      if (settings.type !== 'span' || settings.field !== field.name) continue
      const suggestion = suggestions.find(({ questionId }) => questionId === question.id)
      if (!suggestion || !isSpans(suggestion.value) || suggestion.value.length === 0) continue
      return (
        <Suspense fallback={<div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>}>
          <SuggestedMarks question={{ ...question, settings }} suggestion={suggestion} text={text} />
        </Suspense>
      )
    }
    return undefined
  }
}
