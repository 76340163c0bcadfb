import { lazy } from '../ui/loading/lazy.tsx'

// Only datasets with a span question need the word segmentation rules of all scripts: other pages never load this
// code.
const load = () => import('./span-parts.ts')

export const LazySpanField = lazy(async () => (await load()).SpanField, { prefetch: false })
export const LazySpanQuestion = lazy(async () => (await load()).SpanQuestion, { prefetch: false })

/** Load the code before it is rendered. */
export function preloadSpans(): void {
  // A failed load is tried again when it is rendered.
  for (const part of [LazySpanField, LazySpanQuestion]) part.fetch().catch(() => undefined)
}
