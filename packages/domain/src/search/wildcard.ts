import type { WildcardPart } from './ast'

/**
 * Compile a pattern to a test whether it matches a whole term; `one` matches one code point. A test takes up to pattern length × term
 * length steps, therefore the parser limits the length of patterns.
 */
export function wildcardTest(parts: readonly WildcardPart[]): (term: string) => boolean {
  const pattern = parts.flatMap((part) => (part.kind === 'literal' ? Array.from(part.text, literal) : [part]))
  return (term) => matches(pattern, term)
}

function matches(pattern: readonly WildcardPart[], term: string): boolean {
  const chars = Array.from(term)
  let at = 0
  let next = 0
  // For backtracking: the pattern position after the last `any`, and the end of what it matched so far.
  let resume = -1
  let taken = 0
  while (at < chars.length) {
    const part = pattern[next]
    if (part?.kind === 'any') {
      resume = next + 1
      taken = at
      next += 1
    } else if (part && (part.kind === 'one' || part.text === chars[at])) {
      at += 1
      next += 1
    } else if (resume >= 0) {
      taken += 1
      at = taken
      next = resume
    } else {
      return false
    }
  }
  return pattern.slice(next).every((part) => part.kind === 'any')
}

function literal(text: string): WildcardPart {
  return { kind: 'literal', text }
}
