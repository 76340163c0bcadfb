import { type SortItem, SortItems } from '@postil/contract/task/query'
import { z } from 'zod'
import type { Cursor } from '../search-index/protocol'

const PageConfig = z.object({
  shuffle: z.boolean().nullish(),
  sort_by: SortItems.nullish(),
  next_search_params: z
    .object({ values: z.array(z.union([z.string(), z.number(), z.null()])), key: z.string() })
    .nullish(),
})

/** Where a walk goes on: its order and the place it has come to. Clients carry it from page to page without looking inside. */
export interface PageConfig {
  sort: SortItem[]
  after?: Cursor
}

/** Read what a client brings back; anything else is ignored, as if it had brought nothing. */
export function readPageConfig(text: string | null | undefined): PageConfig | undefined {
  if (!text) return undefined
  try {
    const { sort_by, next_search_params } = PageConfig.parse(JSON.parse(text))
    return { sort: sort_by ?? [], ...(next_search_params && { after: next_search_params }) }
  } catch {
    // Not ours, or not JSON.
    return undefined
  }
}

export function writePageConfig({ sort, after }: PageConfig): string {
  return JSON.stringify({ shuffle: false, sort_by: sort.length > 0 ? sort : null, next_search_params: after ?? null })
}
