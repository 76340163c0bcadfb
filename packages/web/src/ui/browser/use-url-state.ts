import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useLatestSearch } from './use-latest-search.ts'
import { useStableCallback } from './use-stable-callback.ts'

/** Changes some parts of a state, made from the latest one. */
export type ChangeState<State> = (
  change: (now: State) => Partial<State>,
  /** Typing in a box adds no history entry. */
  how?: { isTyping?: boolean },
) => void

interface Spelling<State> {
  read: (params: URLSearchParams) => State
  write: (state: State) => URLSearchParams
}

/**
 * A page's state in the query string, and a function that changes it. A change is rendered at once: until then, a box that
 * was clicked would show its old state again.
 */
export function useUrlState<State extends object>({ read, write }: Spelling<State>): [State, ChangeState<State>] {
  const [params, setParams] = useSearchParams()
  const latest = useLatestSearch()
  const state = useMemo(() => read(params), [read, params])
  const change: ChangeState<State> = useStableCallback((changeOf, { isTyping = false } = {}) => {
    const now = read(latest())
    setParams(write({ ...now, ...changeOf(now) }), { replace: isTyping, flushSync: true })
  })
  return [state, change]
}
