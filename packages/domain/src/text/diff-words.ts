/** A part of a comparison of two texts: in both of them, only in the text before, or only in the text after. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Maximum number of word pairs to compare (time and memory grow with it). Above it the whole changed middle is shown as replaced. */
const MAX_PAIRS = 1_000_000

/**
 * Compare two texts by whole words (longest common subsequence, weighted by length).
 *
 * @returns parts in order: `same` and `removed` together are the text before, `same` and `added` the text after
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, now] = [piecesOf(before), piecesOf(after)]
  let head = 0
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const middle = diffMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  return joined([
    { kind: 'same', text: old.slice(0, head).join('') },
    ...middle,
    { kind: 'same', text: old.slice(old.length - tail).join('') },
  ])
}

// Words, numbers, white space, and every other character on its own.
function piecesOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}]+|\p{N}+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []
}

function diffMiddle(old: readonly string[], now: readonly string[]): DiffPart[] {
  const width = now.length + 1
  if (old.length * now.length > MAX_PAIRS) {
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: now.join('') },
    ]
  }
  // For each pair of positions: the length of the text that both share from there to their ends.
  const shared = new Uint32Array((old.length + 1) * width)
  const sharedFrom = (at: number, nowAt: number) => shared[at * width + nowAt] ?? 0
  for (let at = old.length - 1; at >= 0; at -= 1) {
    const piece = old[at] ?? ''
    for (let nowAt = now.length - 1; nowAt >= 0; nowAt -= 1) {
      shared[at * width + nowAt] =
        piece === now[nowAt]
          ? sharedFrom(at + 1, nowAt + 1) + piece.length
          : Math.max(sharedFrom(at + 1, nowAt), sharedFrom(at, nowAt + 1))
    }
  }
  const parts: DiffPart[] = []
  let at = 0
  let nowAt = 0
  while (at < old.length || nowAt < now.length) {
    const [piece, nowPiece] = [old[at], now[nowAt]]
    if (piece !== undefined && piece === nowPiece) {
      parts.push({ kind: 'same', text: piece })
      at += 1
      nowAt += 1
    } else if (
      nowPiece === undefined ||
      (piece !== undefined && sharedFrom(at + 1, nowAt) >= sharedFrom(at, nowAt + 1))
    ) {
      parts.push({ kind: 'removed', text: piece ?? '' })
      at += 1
    } else {
      parts.push({ kind: 'added', text: nowPiece })
      nowAt += 1
    }
  }
  return parts
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const part of parts) {
    if (part.text === '') continue
    const last = result.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else result.push({ ...part })
  }
  return result
}
