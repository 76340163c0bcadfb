import { Suspense } from 'react'
import { lazy } from './lazy.tsx'
import type { MarkdownProps } from './Markdown.tsx'

const Shown = lazy(() => import('./Markdown.tsx').then((m) => m.Markdown))

/** Fetch what reads Markdown before the text is drawn. */
export async function fetchMarkdown(): Promise<void> {
  // Without it the text stays out of sight until it comes.
  await Shown.fetch().catch(() => undefined)
}

/** `Markdown` for pages that often show none: its code comes when it is needed, and the text keeps its place until then. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div style={{ visibility: 'hidden', whiteSpace: 'pre-wrap' }}>{props.children}</div>}>
      <Shown {...props} />
    </Suspense>
  )
}
