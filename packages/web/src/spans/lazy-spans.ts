import { latePart } from '../ui/lazy-part.tsx'

// Only datasets with a span question need the words of all scripts: the others never fetch them.
const load = () => import('./span-parts.ts')

export const LazySpanField = latePart(async () => (await load()).SpanField)
export const LazySpanQuestion = latePart(async () => (await load()).SpanQuestion)

/** Fetch the parts before they are drawn. */
export function preloadSpans(): void {
  // What fails is asked for again when it is drawn.
  for (const part of [LazySpanField, LazySpanQuestion]) part.fetch().catch(() => undefined)
}
