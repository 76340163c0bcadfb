import { isPlainObject } from '../is-object.ts'

/**
 * Select parts of a stored document by paths with wildcards (classic-api §6.2): `metadata.*`, `prediction*`, `status`. A path that matches
 * an object selects all of it.
 *
 * @param patterns - undefined selects everything
 */
export function selectFields(
  document: Record<string, unknown>,
  patterns: readonly string[] | undefined,
): Record<string, unknown> {
  if (!patterns || patterns.includes('*')) return document
  const tests = patterns.map(matcherOf)
  return pick(document, '', tests)
}

/** Whether a field is selected. */
export function isSelected(path: string, patterns: readonly string[] | undefined): boolean {
  return !patterns || patterns.some((pattern) => matcherOf(pattern).takes(path))
}

/** Whether a part of a field may be selected. */
export function reachesInto(field: string, patterns: readonly string[] | undefined): boolean {
  return !patterns || patterns.some((pattern) => pattern.startsWith(`${field}.`) || matcherOf(pattern).takes(field))
}

interface Matcher {
  takes(path: string): boolean
}

/**
 * Compile a pattern to a test whether it matches a path or one of the objects that contain it. No backtracking is needed: each piece
 * between two stars is matched at its first occurrence, which leaves the most text for the pieces after it.
 */
function matcherOf(pattern: string): Matcher {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  return {
    takes: (path) => {
      if (!path.startsWith(first)) return false
      if (last === undefined) return endsPart(path, first.length)
      let at = first.length
      for (const piece of others) {
        const found = path.indexOf(piece, at)
        if (found < 0) return false
        at = found + piece.length
      }
      for (let found = path.indexOf(last, at); found >= 0; found = path.indexOf(last, found + 1)) {
        if (endsPart(path, found + last.length)) return true
        if (last === '') return true
      }
      return false
    },
  }
}

function endsPart(path: string, at: number): boolean {
  return at === path.length || path.charAt(at) === '.'
}

function pick(value: Record<string, unknown>, before: string, tests: readonly Matcher[]): Record<string, unknown> {
  const picked: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const path = before === '' ? key : `${before}.${key}`
    if (tests.some((test) => test.takes(path))) picked.push([key, item])
    else if (isPlainObject(item)) {
      const inner = pick(item, path, tests)
      if (Object.keys(inner).length > 0) picked.push([key, inner])
    }
  }
  return Object.fromEntries(picked)
}
