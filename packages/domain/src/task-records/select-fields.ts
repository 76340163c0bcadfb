/**
 * The parts of a stored document that some wildcard paths select (classic-api §6.2): `metadata.*`, `prediction*`, `status`. A path that
 * names an object takes all of it.
 *
 * @param patterns - absent: everything
 */
export function selectFields(
  document: Record<string, unknown>,
  patterns: readonly string[] | undefined,
): Record<string, unknown> {
  if (!patterns || patterns.includes('*')) return document
  const tests = patterns.map(matcherOf)
  return pick(document, '', tests)
}

/** True when a field is asked for. */
export function isSelected(path: string, patterns: readonly string[] | undefined): boolean {
  return !patterns || patterns.some((pattern) => matcherOf(pattern).takes(path))
}

/** True when something under a field may be asked for. */
export function reachesInto(field: string, patterns: readonly string[] | undefined): boolean {
  return !patterns || patterns.some((pattern) => pattern.startsWith(`${field}.`) || matcherOf(pattern).takes(field))
}

interface Matcher {
  takes(path: string): boolean
}

/**
 * Whether a path, or an object that it leads through, fits a pattern. Each piece between two stars is taken where it first occurs, which
 * leaves most to the pieces behind it: nothing is ever tried a second time.
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
    else if (isObject(item)) {
      const inner = pick(item, path, tests)
      if (Object.keys(inner).length > 0) picked.push([key, inner])
    }
  }
  return Object.fromEntries(picked)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
