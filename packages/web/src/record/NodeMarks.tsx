import { type ReactNode, useEffect, useRef } from 'react'
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

/** The text of an element, and where each of its text nodes begins in it. */
interface NodeText {
  text: string
  nodes: readonly { node: Text; start: number }[]
}

/**
 * Collect the text nodes of an element. A text with spans marks its parts with `data-start`; captions and other interface text
 * between them are left out.
 */
export function collectText(element: Element): NodeText {
  const parts = element.querySelectorAll('[data-start]')
  const found: Text[] = []
  if (parts.length > 0) {
    for (const part of parts) for (const child of part.childNodes) if (child instanceof Text) found.push(child)
  } else {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) found.push(node)
  }
  let text = ''
  const nodes = found.map((node) => {
    const start = text.length
    text += node.data
    return { node, start }
  })
  return { text, nodes }
}

/** Offsets in that text as DOM ranges; a range may begin in one node and end in another. */
export function rangesOf({ nodes }: NodeText, stretches: readonly { start: number; end: number }[]): Range[] {
  return stretches.flatMap(({ start, end }) => {
    const first = nodes.findLast((one) => one.start <= start)
    const last = nodes.findLast((one) => one.start < end)
    if (!first || !last) return []
    const range = document.createRange()
    range.setStart(first.node, start - first.start)
    range.setEnd(last.node, end - last.start)
    return [range]
  })
}
