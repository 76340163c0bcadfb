import type { Bound, WildcardPart, WordLeaf } from './ast'
import { compareCodePoints } from './code-point-order'
import { isWithinEdits } from './fuzzy'
import { compileRegex } from './regex/regex'

/**
 * Compile a condition to a test of a single term.
 *
 * @throws QueryPartError (from the test) when a regular expression takes more than the permitted number of steps
 */
export function termTest(leaf: WordLeaf): (term: string) => boolean {
  switch (leaf.type) {
    case 'term':
      return (term) => term === leaf.term
    case 'prefix':
      return (term) => term.startsWith(leaf.prefix)
    case 'wildcard':
      return wildcardTest(leaf.parts)
    case 'fuzzy':
      return (term) => isWithinEdits(leaf.term, term, leaf.maxEdits)
    case 'regex': {
      const regex = compileRegex(leaf.source, leaf.field.kind === 'std')
      return (term) => regex.matches(term)
    }
    case 'termRange':
      return (term) => isAbove(term, leaf.min) && isBelow(term, leaf.max)
  }
}

function isAbove(term: string, min: Bound<string> | undefined): boolean {
  if (!min) return true
  const order = compareCodePoints(term, min.value)
  return min.inclusive ? order >= 0 : order > 0
}

function isBelow(term: string, max: Bound<string> | undefined): boolean {
  if (!max) return true
  const order = compareCodePoints(term, max.value)
  return max.inclusive ? order <= 0 : order < 0
}

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
