import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ExploreUrl, readExploreUrl, writeExploreUrl } from './explore-url.ts'

/** What the address says, and the way to change it: a new history entry when it said something already, else in its place (spec section 2). */
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
