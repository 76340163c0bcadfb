import { totalmem } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LongWork } from '@postil/domain/rules/dawid-skene'
import { QueryPartError } from '@postil/domain/search/index'
import { keyedMutex } from '../../../workers/keyed-mutex'
import { LruCache } from '../../../workers/lru-cache'
import { serveIndex } from '../../../workers/serve-index'
import { PartCache } from '../segments/part-cache'
import { answerAsk, columnsFor, highlight } from './answer'
import { IndexTooOldError } from './attempts'
import { DatasetIndex } from './dataset-index'
import type { DatasetAsk, DatasetFetch, Fetch, Fetched, IndexedDataset, ThreadAsk } from './protocol'
import { type RuleMatrix, suggest } from './suggest'
import type { Fetcher } from './walk-rows'

/**
 * The thread that searches classic datasets. It cannot read the store itself, so it requests rows from the HTTP thread. Between queries it
 * caches the tails of recently used datasets, and recently read parts of segments.
 */
const BUDGET_BYTES = Math.min(1024 ** 3, (process.constrainedMemory() || totalmem()) / 4)
const UNUSED_MINUTES = 30
/** Milliseconds after which long work lets other queries run. */
const SLICE_MS = 10
/** How often a query is tried when segments are replaced while it runs. */
const TRIES = 4

const parts = new PartCache(0)
const indexes = new LruCache<HeldIndex>(BUDGET_BYTES)
setInterval(() => indexes.dropUnused(UNUSED_MINUTES), 60_000).unref()
/** A mutex per dataset, since each query may update the index. */
const oneAtATime = keyedMutex()

serveIndex<ThreadAsk, unknown, DatasetFetch, Fetched[keyof Fetched]>({
  async answer(asked, fetch) {
    if (!asked.dataset) return highlight(asked.ask)
    const { dataset, ask, partsBytes } = asked
    parts.budgetBytes = partsBytes
    const fetcher: Fetcher = <F extends Fetch>(of: F) =>
      fetch({ datasetId: dataset.id, fetch: of }) as Promise<Fetched[F['what']]>
    const found = await oneAtATime(dataset.id, () => answer(dataset, ask, fetcher))
    // Combining rules may take seconds and does not need the index, so other queries can run meanwhile.
    return ask.op === 'suggest' ? withBreaks(suggest(found as RuleMatrix, ask)) : found
  },
  isRefusal: (cause) => cause instanceof QueryPartError,
})

async function withBreaks<T>(work: LongWork<T>): Promise<T> {
  for (let untilMs = performance.now() + SLICE_MS; ; ) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() < untilMs) continue
    await nextTurn()
    untilMs = performance.now() + SLICE_MS
  }
}

async function answer(dataset: IndexedDataset, ask: DatasetAsk, fetch: Fetcher, tries = TRIES): Promise<unknown> {
  const { index, seals } = takeIndex(dataset)
  try {
    const found = await settledAnswer(index, dataset, ask, fetch)
    keep(dataset.id, held(index, seals))
    return found
  } catch (cause) {
    // An invalid query does not damage the index.
    if (cause instanceof QueryPartError) keep(dataset.id, held(index, seals))
    // The outdated index has been discarded, and the next try builds a new one.
    if (cause instanceof IndexTooOldError && tries > 1) return answer(dataset, ask, fetch, tries - 1)
    throw cause
  } finally {
    index.release()
  }
}

/** The cached index of a dataset, or a new one if there are newer segments; not both, since the tails may be large. */
function takeIndex({ id, seals }: IndexedDataset): HeldIndex {
  const known = indexes.take(id)
  const isOld = known !== undefined && seals !== undefined && known.seals < seals
  return known && !isOld ? known : held(new DatasetIndex(parts), seals)
}

async function settledAnswer(
  index: DatasetIndex,
  { version, task }: IndexedDataset,
  ask: DatasetAsk,
  fetch: Fetcher,
): Promise<unknown> {
  // A new index reads its records in one walk, which fills all columns needed for this query.
  if (index.size === 0) await index.ensure(columnsFor(task, ask), fetch)
  await index.catchUp(version, fetch)
  let found = await answerAsk(index, task, ask, fetch)
  // Records may have been changed while rows were read; these changes are read now.
  for (let round = 0; round < 5 && !index.isSettled; round += 1) {
    await index.catchUp(version, fetch)
    found = await answerAsk(index, task, ask, fetch)
  }
  return found
}

interface HeldIndex {
  index: DatasetIndex
  /** How often the list of segments had changed when the index was built. */
  seals: number
  readonly bytes: number
}

function held(index: DatasetIndex, seals = 0): HeldIndex {
  return { index, seals, bytes: index.bytes }
}

function keep(id: string, found: HeldIndex): void {
  if (!found.index.needsCompaction) indexes.put(id, found)
}
