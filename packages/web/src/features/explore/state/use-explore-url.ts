import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLatestSearch } from '../../../ui/browser/use-latest-search.ts'
import { type ExploreUrl, readExploreUrl, writeExploreUrl } from './explore-url.ts'

/**
 * The state in the URL, and a function that changes it: pushes a history entry, or replaces a URL without parameters (spec section 2).
 *
 * With `isCorrection` it always replaces: Back would lead to the URL that was just corrected.
 */
export function useExploreUrl(): [ExploreUrl, (change: Partial<ExploreUrl>, isCorrection?: boolean) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const latest = useLatestSearch()
  const url = useMemo(() => readExploreUrl(new URLSearchParams(search)), [search])
  const change = (part: Partial<ExploreUrl>, isCorrection = false) => {
    const now = latest()
    const next = writeExploreUrl({ ...readExploreUrl(now), ...part })
    void navigate(next === '' ? pathname : `${pathname}?${next}`, {
      replace: isCorrection || now.size === 0,
      preventScrollReset: true,
      flushSync: true,
    })
  }
  return [url, change]
}
