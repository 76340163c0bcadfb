import { lazy } from 'react'

// Only datasets with a span question need the words of all scripts: the others never fetch them.
const load = () => import('./span-parts.ts')

/** Fetch the parts before they are drawn. */
export function preloadSpans(): void {
  void load()
}

export const LazySpanField = lazy(() => load().then(({ SpanField }) => ({ default: SpanField })))
export const LazySpanQuestion = lazy(() => load().then(({ SpanQuestion }) => ({ default: SpanQuestion })))
