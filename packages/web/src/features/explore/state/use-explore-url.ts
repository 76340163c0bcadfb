import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ExploreUrl, readExploreUrl, writeExploreUrl } from './explore-url.ts'

/** The state in the URL, and a function that changes it: pushes a history entry, or replaces a URL without parameters (spec section 2). */
export function useExploreUrl(): [ExploreUrl, (change: Partial<ExploreUrl>) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const url = useMemo(() => readExploreUrl(new URLSearchParams(search)), [search])
  const change = (part: Partial<ExploreUrl>) => {
    const next = writeExploreUrl({ ...url, ...part })
    void navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: search === '', preventScrollReset: true })
  }
  return [url, change]
}
