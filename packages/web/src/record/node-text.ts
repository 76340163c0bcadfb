/** The text of an element, and where each of its text nodes begins in it. */
export interface NodeText {
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
