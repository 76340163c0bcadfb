import { lazy } from '../ui/lazy.tsx'

// Only datasets with a span question need the words of all scripts: the others never fetch them.
const load = () => import('./span-parts.ts')

export const LazySpanField = lazy(async () => (await load()).SpanField, { prefetch: false })
export const LazySpanQuestion = lazy(async () => (await load()).SpanQuestion, { prefetch: false })

/** Fetch the parts before they are drawn. */
export function preloadSpans(): void {
  // What fails is asked for again when it is drawn.
  for (const part of [LazySpanField, LazySpanQuestion]) part.fetch().catch(() => undefined)
}
