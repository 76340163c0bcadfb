import type { Answer } from '@postil/sdk/client'

/** Default freshness of a reply without a `max-age` in its cache-control header (spec section 9). */
const DEFAULT_FRESH_MS = 3000
/** Default freshness of data that belongs to a whole dataset: datasets, fields, questions, properties, vectors. */
export const DATASET_LIST_FRESH_MS = 120_000

const freshMsOf = new WeakMap<object, number>()

/** The `max-age` of a cache-control header in ms, or undefined when it names none. */
export function maxAgeMs(cacheControl: string | null): number | undefined {
  const seconds = /(?:^|[\s,])max-age="?(\d+)/i.exec(cacheControl ?? '')?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/** Take the data of a reply, and remember how long it is fresh: from its headers, else the given default. */
export function fresh<Data, Picked extends object>(
  answer: Answer<Data>,
  pick: (data: Data) => Picked,
  otherwiseMs = DEFAULT_FRESH_MS,
): Picked {
  const picked = pick(answer.data)
  freshMsOf.set(picked, maxAgeMs(answer.headers.get('cache-control')) ?? otherwiseMs)
  return picked
}

/** The items of a reply that lists datasets or the parts of one, which change rarely. */
export function freshItems<Item>(answer: Answer<{ items: Item[] }>): Item[] {
  return fresh(answer, ({ items }) => items, DATASET_LIST_FRESH_MS)
}

/** How long cached data is fresh, in ms after it was received. */
export function freshMs(data: unknown): number {
  return (typeof data === 'object' && data !== null ? freshMsOf.get(data) : undefined) ?? DEFAULT_FRESH_MS
}
