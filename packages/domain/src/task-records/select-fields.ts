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

function matcherOf(pattern: string): Matcher {
  const escaped = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const whole = new RegExp(`^${escaped.join('.*?')}(\\.|$)`, 's')
  return { takes: (path) => whole.test(path) }
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
