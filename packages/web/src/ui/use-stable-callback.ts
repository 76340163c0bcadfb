import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The same function all the time, which does what the newest one does: for memoised components and for what outlives a render. Inside
 * effects, use React's `useEffectEvent`. Not to be called while rendering.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args) => latest.current(...args), [])
}
