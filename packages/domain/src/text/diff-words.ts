/** A stretch of two texts that are compared: in both, or only in the one before or after. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Beyond so many pairs of words the changed middle counts as replaced as a whole: comparing takes time with each pair. */
const MAX_PAIRS = 1_000_000

/**
 * What was changed in a text, by whole words: the fewest words removed and added.
 *
 * @returns in order; `same` and `removed` join to the text before, `same` and `added` to the one after
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

// Words, numbers, and every other character for itself.
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
  // For each pair of places: how much text both share from there on.
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
