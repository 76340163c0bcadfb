import { Suspense } from 'react'
import { lazy } from '../loading/lazy.tsx'
import type { MarkdownProps } from './Markdown.tsx'

const Shown = lazy(() => import('./Markdown.tsx').then((m) => m.Markdown))

/** Preload the Markdown parser before a text is rendered. */
export async function fetchMarkdown(): Promise<void> {
  // If this fails, the text stays hidden until the code is loaded.
  await Shown.fetch().catch(() => undefined)
}

/** `Markdown` for pages that often show none: its code is loaded when needed, and the room for the text is reserved until then. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div style={{ visibility: 'hidden', whiteSpace: 'pre-wrap' }}>{props.children}</div>}>
      <Shown {...props} />
    </Suspense>
  )
}
