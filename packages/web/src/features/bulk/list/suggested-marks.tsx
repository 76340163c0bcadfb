import type { Question } from '@postil/contract/feedback/settings/questions'
import { isSpans } from '@postil/domain/answers/answer-kinds'
import { type ReactNode, Suspense } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { RecordField } from '../../../record/record-parts.ts'
import { lazy } from '../../../ui/loading/lazy.tsx'

// Only datasets with a span question need the code for marks: other pages never load it.
const SuggestedMarks = lazy(async () => (await import('./SuggestedMarks.tsx')).SuggestedMarks, { prefetch: false })

/** Preload the code for marks if there is a span question. */
export function preloadMarks(questions: readonly Question[]): void {
  if (!questions.some(({ settings }) => settings.type === 'span')) return
  // A failed load is tried again when it is rendered.
  SuggestedMarks.fetch().catch(() => undefined)
}

/** Renders a field's text with the suggested spans marked; undefined where there are none. */
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
