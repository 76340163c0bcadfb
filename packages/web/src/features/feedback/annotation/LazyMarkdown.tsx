import { lazy, memo, Suspense } from 'react'

const Markdown = lazy(() => import('../../../ui/Markdown.tsx').then((module) => ({ default: module.Markdown })))

/** Markdown, loaded with the first text that needs it; until then the raw text keeps its place. */
export const LazyMarkdown = memo(function LazyMarkdown({ children }: { children: string }) {
  return (
    <Suspense fallback={<div style={{ whiteSpace: 'pre-wrap' }}>{children}</div>}>
      <Markdown>{children}</Markdown>
    </Suspense>
  )
})
