import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface Places<Item> {
  idOf: (item: Item) => string
  isOpen: (item: Item) => boolean
  /** What is listed in place of an item that is not among the fetched ones; by default the item itself. */
  whenGone?: (item: Item, fetched: readonly Item[]) => Item
}

/**
 * Fetches a list again, in its own order, when the user asks for that.
 *
 * @returns whether it is being fetched for the user, which live updates do not change
 */
export function useLoadAgain(queryKey: QueryKey) {
  const client = useQueryClient()
  const [isLoading, setLoading] = useState(false)
  const loadAgain = async () => {
    setLoading(true)
    // What live updates have asked for is part of it. Where their request was cancelled, it would count as one of theirs.
    client.getQueryCache().find({ queryKey })?.setState({ isInvalidated: false })
    await client.refetchQueries({ queryKey, exact: true })
    setLoading(false)
  }
  return { loadAgain, isLoading }
}

/**
 * Fetch a list: in its own order or, when live updates ask for it, with what was listed in its place. To be used as `queryFn`.
 */
export async function fetchInPlace<Item, List extends { items: Item[] }>(
  client: QueryClient,
  queryKey: QueryKey,
  fetchList: () => Promise<List>,
  places: Places<Item>,
): Promise<List> {
  const isLive = client.getQueryState(queryKey)?.isInvalidated === true
  const list = await fetchList()
  const known = client.getQueryData<List>(queryKey)
  return isLive && known ? { ...list, items: keepPlaces(known.items, list.items, places) } : list
}

/**
 * A list that was fetched again while a lead works in it: what was listed keeps its place, with its new state, and what is new comes behind the last open
 * one. Nothing is taken out, so that what is read stays where it is.
 */
export function keepPlaces<Item>(
  known: readonly Item[],
  fetched: readonly Item[],
  { idOf, isOpen, whenGone = (item) => item }: Places<Item>,
): Item[] {
  const byId = new Map(fetched.map((item) => [idOf(item), item]))
  const kept = known.map((item) => byId.get(idOf(item)) ?? whenGone(item, fetched))
  const listed = new Set(kept.map(idOf))
  // Never before the first one, which is shown unless another is chosen.
  const place = Math.max(Math.min(1, kept.length), kept.findLastIndex(isOpen) + 1)
  return kept.toSpliced(place, 0, ...fetched.filter((item) => !listed.has(idOf(item))))
}
