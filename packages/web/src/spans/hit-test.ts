/** The character of a marked text under a point, as an offset in UTF-16 units; undefined where there is none. */
export function charAtPoint(root: HTMLElement, x: number, y: number): number | undefined {
  const caret = caretAt(x, y)
  if (!caret || !root.contains(caret.node)) return undefined
  const { node, offset } = caret
  const holder = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]')
  const start = Number(holder?.dataset.start)
  if (!holder || Number.isNaN(start)) return undefined
  if (node.nodeType !== Node.TEXT_NODE) return start
  // On the right half of a character the browser returns the offset after it: check which character's box contains
  // the point.
  const isBefore = offset > 0 && holdsPoint(node, offset - 1, x, y)
  return start + (isBefore ? offset - 1 : offset)
}

/** Where a range of a marked text ends on the screen; undefined when it is not rendered. */
export function endOfRange(root: HTMLElement, end: number): DOMRect | undefined {
  const startOf = (one: HTMLElement | null) => Number(one?.dataset.start)
  // Of a long text only one chunk is searched.
  const chunk = [...root.children].findLast((one) => startOf(one.querySelector('[data-start]')) < end)
  const holder = chunk && [...chunk.querySelectorAll<HTMLElement>('[data-start]')].findLast((one) => startOf(one) < end)
  const text = holder && [...holder.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
  if (!holder || !text) return undefined
  const at = Math.min(end - startOf(holder), text.textContent?.length ?? 0)
  const range = document.createRange()
  range.setStart(text, Math.max(0, at - 1))
  range.setEnd(text, at)
  return [...range.getClientRects()].at(-1)
}

/** The range of a marked text that the browser's own selection covers; used for touch. */
export function nativeSelection(root: HTMLElement): { start: number; end: number } | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  if (!root.contains(startContainer) || !root.contains(endContainer)) return undefined
  const start = offsetOf(startContainer, startOffset)
  const end = offsetOf(endContainer, endOffset)
  return start === undefined || end === undefined || start >= end ? undefined : { start, end }
}

function offsetOf(node: Node, offset: number): number | undefined {
  const holder = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]')
  const start = Number(holder?.dataset.start)
  if (Number.isNaN(start)) return undefined
  return start + (node.nodeType === Node.TEXT_NODE ? offset : 0)
}

function caretAt(x: number, y: number): { node: Node; offset: number } | undefined {
  if (typeof document.caretPositionFromPoint === 'function') {
    const position = document.caretPositionFromPoint(x, y)
    return position ? { node: position.offsetNode, offset: position.offset } : undefined
  }
  // Safari and older Chromium have it under another name.
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined
}

function holdsPoint(node: Node, at: number, x: number, y: number): boolean {
  const range = document.createRange()
  range.setStart(node, at)
  range.setEnd(node, at + 1)
  return [...range.getClientRects()].some(
    (box) => x >= box.left && x <= box.right && y >= box.top - 8 && y <= box.bottom + 8,
  )
}
