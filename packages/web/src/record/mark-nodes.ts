import type { TextRange } from '@postil/domain/spans/ranges'
import './node-marks.css'

/** Name of the CSS highlight in the style sheet. */
const NAME = 'postil-search'

/**
 * Mark ranges of the text of an element that other components render, also when it changes. Uses the CSS Custom Highlight API on text
 * nodes, so that no markup changes; a browser without it shows the text unmarked.
 *
 * @param find - the ranges in its text
 * @returns removes the marks
 */
export function markNodes(element: Element, find: (text: string) => readonly TextRange[]): () => void {
  const highlight = searchHighlight()
  if (!highlight) return () => undefined
  let marked: Range[] = []
  const clear = () => {
    for (const range of marked) highlight.delete(range)
  }
  const mark = () => {
    clear()
    const found = collectText(element)
    marked = rangesOf(found, find(found.text))
    for (const range of marked) highlight.add(range)
  }
  mark()
  const watcher = new MutationObserver(mark)
  watcher.observe(element, { childList: true, subtree: true, characterData: true })
  return () => {
    watcher.disconnect()
    clear()
  }
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
export function rangesOf({ nodes }: NodeText, stretches: readonly TextRange[]): Range[] {
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
