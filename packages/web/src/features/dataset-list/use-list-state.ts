import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListState, readListState, writeListState } from './list-state.ts'

/**
 * The list's state in the URL. Changing a filter or the sort adds a history entry; typing in the search box does not.
 */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params), [params])
  const setState = (next: ListState, { isTyping = false } = {}) =>
    setParams(writeListState(next), { replace: isTyping })
  return [state, setState] as const
}
