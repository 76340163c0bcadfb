import { useLayoutEffect, useRef, useState } from 'react'

/** Functions with a stable identity that call the latest versions, so that passing them to cards does not re-render these. */
export function useStable<Tools extends object>(newest: Tools): Tools {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  })
  const [stable] = useState(() => new Proxy(newest, { get: (_, name) => forwarded(latest, name) }))
  return stable
}

function forwarded(latest: { current: object }, name: string | symbol): unknown {
  return (...given: unknown[]) => {
    const current: unknown = Reflect.get(latest.current, name)
    return typeof current === 'function' ? Reflect.apply(current, undefined, given) : undefined
  }
}
