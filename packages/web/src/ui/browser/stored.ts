/**
 * One remembered choice of this browser, watched by the page and shared between its tabs.
 *
 * @param key - local-storage key
 * @param values - what may be remembered; anything else counts as `values[0]`
 */
export function storedChoice<Value extends string>(key: string, values: readonly [Value, ...Value[]]) {
  const [fallback] = values
  const listeners = new Set<() => void>()
  const read = () => values.find((value) => value === readItem(key)) ?? fallback
  let current = read()
  const tell = (next: Value) => {
    current = next
    for (const listener of listeners) listener()
  }
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) tell(read())
    })
  }
  return {
    values,
    get: (): Value => current,
    set: (next: Value): void => {
      writeItem(key, next === fallback ? undefined : next)
      tell(next)
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A remembered text, or null; also null where storage is disabled. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Private windows of some browsers refuse storage: then nothing was remembered.
    return null
  }
}

/** Remember a text, or forget it when undefined. */
export function writeItem(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or disabled: the choice lasts until the page is left.
  }
}
