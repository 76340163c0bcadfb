import type { Json } from '@postil/contract/shapes'
import { type SortItem, SortItems } from '@postil/contract/task/query'
import type { ScanBody } from '@postil/contract/task/task-records'
import { isSelected, reachesInto, selectFields } from '@postil/domain/task-records/select-fields'
import { z } from 'zod'
import type { Db } from '../../../db/tables'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { loadPage, type StoredRecord } from '../records/records.service'
import { keywordsOf } from '../search/keywords'
import { openSearch } from '../search/open-search'
import { askIndex } from '../search-thread/ask-index'
import type { Cursor } from '../search-thread/protocol'

/** The page size for a limit of 0, as in the original API. */
const LIMIT_OF_ZERO = 500

export interface ScanPage {
  records: Record<string, Json>[]
  next_idx: string | null
  next_page_cfg: string
}

/** Read one page of a walk over the stored records (classic-api §6.2). */
export async function scanRecords(
  db: Db,
  dataset: FoundTaskDataset,
  asked: ScanBody | undefined,
  limit: number,
): Promise<ScanPage> {
  const search = await openSearch(db, dataset)
  const { query, text } = search.compile(asked?.query)
  const start = startOf(asked)
  const sort = search.compileSort(start.sort)
  const walk = { op: 'scan', query, sort, after: start.after } as const
  const found = await askIndex(db, search.indexed, { ...walk, limit: limit || LIMIT_OF_ZERO })

  const fields = asked?.fields ?? undefined
  const { records, fits } = await loadPage(db, dataset.id, found.keys, {
    vectors: search.hasVectors && reachesInto('vectors', fields),
  })
  // With large records, a page ends before the limit, and the walk continues from there.
  const page = fits < found.keys.length ? await askIndex(db, search.indexed, { ...walk, limit: fits }) : found
  const wantsKeywords = isSelected('search_keywords', fields)
  const keywords = await keywordsOf(records, wantsKeywords ? text : undefined)
  const after = page.end ?? start.after
  return {
    records: records.map((record, index) => toRaw(record, fields, keywords[index] ?? [])),
    next_idx: sort.length === 0 ? (after?.key ?? null) : null,
    next_page_cfg: writePageConfig({ sort: start.sort, after }),
  }
}

/** The order and the position of the walk. The configuration from the last reply takes precedence over the other parameters. */
function startOf(asked: ScanBody | undefined): PageConfig {
  const config = readPageConfig(asked?.next_page_cfg)
  if (config) return config
  const sort = asked?.sort_by ?? []
  if (sort.length > 0 || !asked?.next_idx) return { sort }
  return { sort, after: { values: [], key: asked.next_idx } }
}

function toRaw(
  { key, document, metrics, vectors }: StoredRecord,
  fields: string[] | undefined,
  keywords: string[],
): Record<string, Json> {
  const whole = { ...document, metrics, ...(vectors && { vectors }) }
  const picked = selectFields(whole, fields)
  const raw: Record<string, unknown> = {
    ...picked,
    id: picked.id ?? key,
    ...(keywords.length > 0 && { search_keywords: keywords }),
  }
  // Stored documents consist of JSON values only.
  return raw as Record<string, Json>
}

const PageConfig = z.object({
  shuffle: z.boolean().nullish(),
  sort_by: SortItems.nullish(),
  next_search_params: z
    .object({ values: z.array(z.union([z.string(), z.number(), z.null()])), key: z.string() })
    .nullish(),
})

/** The cursor of a walk: its order and position. Clients pass it from page to page as an opaque text. */
interface PageConfig {
  sort: SortItem[]
  after?: Cursor
}

/** Parse a cursor. Anything invalid is ignored. */
function readPageConfig(text: string | null | undefined): PageConfig | undefined {
  if (!text) return undefined
  try {
    const { sort_by, next_search_params } = PageConfig.parse(JSON.parse(text))
    return { sort: sort_by ?? [], ...(next_search_params && { after: next_search_params }) }
  } catch {
    // Not JSON, or not a cursor of ours.
    return undefined
  }
}

function writePageConfig({ sort, after }: PageConfig): string {
  return JSON.stringify({ shuffle: false, sort_by: sort.length > 0 ? sort : null, next_search_params: after ?? null })
}
