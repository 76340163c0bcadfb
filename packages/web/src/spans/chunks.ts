import type { TextRange } from '@postil/domain/spans/ranges'
import type { Mark } from './marks.ts'

/** A part of a text that is rendered on its own: a change re-renders only the chunks it touches. */
export interface Chunk extends TextRange {
  text: string
}

/** A part of a chunk covered by the same marks. */
export interface Segment extends TextRange {
  text: string
  marks: readonly Mark[]
  /** Marks that begin here, where their captions are shown. */
  begins: readonly Mark[]
}

const CHUNK_CHARS = 1200

/** Split a text at line ends, and long lines at spaces, so that no chunk is much longer than 1200 UTF-16 units. */
export function chunkText(text: string): Chunk[] {
  const chunks: Chunk[] = []
  for (let start = 0; start < text.length; ) {
    const end = chunkEnd(text, start)
    chunks.push({ start, end, text: text.slice(start, end) })
    start = end
  }
  return chunks
}

function chunkEnd(text: string, start: number): number {
  const limit = start + CHUNK_CHARS
  if (limit >= text.length) return text.length
  const line = text.lastIndexOf('\n', limit)
  if (line > start) return line + 1
  const space = text.lastIndexOf(' ', limit)
  if (space > start) return space + 1
  const unit = text.charCodeAt(limit)
  return unit >= 0xdc00 && unit <= 0xdfff ? limit - 1 : limit
}

/** The marks of each chunk, given marks in text order. Those that cross a boundary belong to both chunks. */
export function marksByChunk(chunks: readonly Chunk[], marks: readonly Mark[]): Mark[][] {
  const result: Mark[][] = chunks.map(() => [])
  for (const mark of marks) {
    for (let at = chunkAt(chunks, mark.start); at < chunks.length; at += 1) {
      const chunk = chunks[at]
      if (!chunk || chunk.start >= mark.end) break
      result[at]?.push(mark)
    }
  }
  return result
}

function chunkAt(chunks: readonly Chunk[], offset: number): number {
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((chunks[middle]?.start ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** The segments of one chunk; joined they are its text. */
export function segmentsOf(chunk: Chunk, marks: readonly Mark[]): Segment[] {
  const edges = new Set([chunk.start, chunk.end])
  for (const { start, end } of marks) {
    if (start > chunk.start) edges.add(start)
    if (end < chunk.end) edges.add(end)
  }
  const sorted = [...edges].sort((one, other) => one - other)
  const segments: Segment[] = []
  let open: Mark[] = []
  let next = 0
  for (const [at, start] of sorted.entries()) {
    const end = sorted[at + 1]
    if (end === undefined) break
    open = open.filter((mark) => mark.end > start)
    for (let mark = marks[next]; mark && mark.start <= start; mark = marks[next]) {
      open.push(mark)
      next += 1
    }
    const text = chunk.text.slice(start - chunk.start, end - chunk.start)
    segments.push({ start, end, text, marks: [...open], begins: open.filter((mark) => mark.start === start) })
  }
  return segments
}

/** A key that is equal for lists of marks that look the same in a chunk. */
export function marksKey(marks: readonly Mark[]): string {
  return marks.map(({ start, end, label, kind, level }) => `${start}:${end}:${kind}:${level}:${label}`).join('|')
}
