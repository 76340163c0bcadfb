import { parseDocument } from '../exact-metadata'
import type { ColumnSpec } from './columns/columns'
import { INTERNAL, type ParsedRow } from './columns/extract'
import type { Fetch, Fetched, IndexRow, RowPlace, VectorRow } from './protocol'

/**
 * Size of a page: large enough that a large dataset takes few round trips between the threads, small enough that passing it on does not
 * block the HTTP thread for long.
 */
const PAGE_BYTES = 1024 ** 2
const FIRST_ROWS = 250
const ROWS_MIN = 25
const ROWS_MAX = 2000

/** Reads a page of the store. */
export type Fetcher = <F extends Fetch>(fetch: F) => Promise<Fetched[F['what']]>

/** Call with each row after a position, in the order of versions and keys, until there are no more or `visit` returns false. */
export async function walkRows(
  from: RowPlace | undefined,
  metrics: boolean,
  fetch: Fetcher,
  visit: (row: IndexRow) => unknown,
): Promise<void> {
  const pageBehind = (after: RowPlace, limit: number) => {
    const page = fetch({ what: 'rows', after, limit, metrics })
    // A prefetched page is never awaited if the page before it fails; this avoids an unhandled rejection.
    page.catch(() => undefined)
    return page
  }
  let next = from && pageBehind(from, rowsAPage(undefined))
  while (next) {
    const rows: IndexRow[] = await next
    const last = rows.at(-1)
    // Prefetch: the store reads the next page while this one is processed.
    next = last && pageBehind(last, rowsAPage(bytesARow(rows)))
    for (const row of rows) if (visit(row) === false) return
  }
}

/** Call with a vector of each row after a position, in the same order, until there are no more or `visit` returns false. */
export async function walkVectors(
  name: string,
  dimensions: number,
  from: RowPlace,
  fetch: Fetcher,
  visit: (row: VectorRow) => unknown,
): Promise<void> {
  const limit = rowsAPage(dimensions * Float64Array.BYTES_PER_ELEMENT)
  for (let after: RowPlace | undefined = from; after; ) {
    const rows: Fetched['vectors'] = await fetch({ what: 'vectors', after, limit, name })
    for (const row of rows) if (visit(row) === false) return
    after = rows.at(-1)
  }
}

export function readsMetrics({ source }: ColumnSpec): boolean {
  return source.startsWith('metrics.') || source === INTERNAL.mentionsActual || source === INTERNAL.mentionsPredicted
}

/** The number of rows for the next page, given the size of one; undefined before the first page. */
function rowsAPage(bytesARow: number | undefined): number {
  if (bytesARow === undefined) return FIRST_ROWS
  return Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.floor(PAGE_BYTES / Math.max(1, bytesARow))))
}

function bytesARow(rows: readonly IndexRow[]): number {
  const bytes = rows.reduce(
    (sum, row) => sum + row.document.length + row.derived.length + (row.metrics?.length ?? 0),
    0,
  )
  return bytes / rows.length
}

export function parseRow(row: IndexRow): ParsedRow {
  return {
    key: row.key,
    document: parseDocument(row.document),
    derived: JSON.parse(row.derived),
    metrics: JSON.parse(row.metrics ?? '{}'),
  }
}
