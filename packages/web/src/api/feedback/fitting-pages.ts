import { isObject } from '@postil/domain/is-object'
import { refusalOf } from '../errors.ts'

/** A part of a list, by offset or by cursor. */
export interface ListPart {
  offset: number
  limit: number
  after?: string | undefined
}

/** Some records of a list, and their number in the whole list. */
interface Batch<Item> {
  records: readonly Item[]
  total: number
}

/**
 * Fetch a part of a list of records. If the server replies that it is too large for one page, it is fetched in several pages.
 *
 * @param ask - a function that fetches one page
 */
export async function inFittingPages<Item>(
  { offset, limit }: ListPart,
  ask: (page: ListPart) => Promise<Batch<Item>>,
): Promise<Batch<Item>> {
  const records: Item[] = []
  let size = limit
  let total = 0
  for (;;) {
    const page = { offset: offset + records.length, limit: Math.min(size, limit - records.length) }
    try {
      const batch = await ask(page)
      records.push(...batch.records)
      total = batch.total
      if (batch.records.length < page.limit || records.length >= limit) return { records, total }
    } catch (error) {
      const fits = fittingLimit(error)
      if (fits === undefined || fits >= page.limit) throw error
      size = fits
    }
  }
}

/** The page size named in the server's refusal of a too large page; undefined for any other failure. */
export function fittingLimit(error: unknown): number | undefined {
  const detail = refusalOf(error)?.detail
  const params = isObject(detail) ? detail.params : undefined
  const errors = isObject(params) ? params.errors : undefined
  if (!Array.isArray(errors)) return undefined
  const found = errors.find((one) => one?.type === 'value_error.page_too_large')
  const limit: unknown = found?.ctx?.limit_value
  return typeof limit === 'number' && limit >= 1 ? limit : undefined
}
