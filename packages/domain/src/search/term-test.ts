import type { Bound, WordLeaf } from './ast'
import { compareCodePoints } from './code-point-order'
import { isWithinEdits } from './fuzzy'
import { compileRegex } from './regex/regex'
import { wildcardTest } from './wildcard'

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
