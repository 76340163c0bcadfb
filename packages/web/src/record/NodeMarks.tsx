import { type ReactNode, useEffect, useRef } from 'react'
import { collectText, rangesOf } from './node-text.ts'
import type { RecordField } from './record-parts.ts'
import './node-marks.css'

/** Name of the CSS highlight in the style sheet. */
const NAME = 'postil-search'

interface NodeMarksProps {
  field: RecordField
  /** Finds the matches of the text query; undefined without one. */
  findRanges: ((field: RecordField, text: string) => readonly { start: number; end: number }[]) | undefined
  children: ReactNode
}

/**
 * Marks the matches of a query in text rendered by other components: Markdown, a text with spans. Uses the CSS Custom Highlight API
 * on text nodes, so that no markup changes; a browser without it shows the text unmarked.
 */
export function NodeMarks({ field, findRanges, children }: NodeMarksProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    const highlight = findRanges && searchHighlight()
    if (!element || !findRanges || !highlight) return
    let marked: Range[] = []
    const clear = () => {
      for (const range of marked) highlight.delete(range)
    }
    const mark = () => {
      clear()
      const found = collectText(element)
      marked = rangesOf(found, findRanges(field, found.text))
      for (const range of marked) highlight.add(range)
    }
    mark()
    const watcher = new MutationObserver(mark)
    watcher.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      watcher.disconnect()
      clear()
    }
  }, [field, findRanges])
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

function searchHighlight(): Highlight | undefined {
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return undefined
  const known = CSS.highlights.get(NAME)
  if (known) return known
  const made = new Highlight()
  CSS.highlights.set(NAME, made)
  return made
}
