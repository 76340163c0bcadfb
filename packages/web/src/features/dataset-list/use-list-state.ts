import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListState, readListState, writeListState } from './list-state.ts'

/**
 * The list's state in the address bar. A filter or an order is a step that Back takes back; typing in the search box
 * is not.
 */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params), [params])
  const setState = (next: ListState, { isTyping = false } = {}) =>
    setParams(writeListState(next), { replace: isTyping })
  return [state, setState] as const
}
