import { randomUUID } from 'node:crypto'
import type { Engine } from '../../db/engines/engine'
import { isPostgres } from '../../db/engines/is-postgres'
import type { StoredWords } from '../../db/engines/text-store'
import { textStoreOf } from '../../db/engines/text-store-of'
import type { Tx } from '../../db/tables'
import { fitting } from '../../http/bodies/reply-size'
import { enqueueHeld } from '../../jobs/enqueue'
import type { RunningJob } from '../../jobs/job'
import { doHeldJob } from '../../jobs/running-job'
import { IndexThread } from '../../workers/index-thread'
import { ensureFieldNumbers } from './field-numbers'
import { recordWords } from './record-words'
import type { NewText, WordsAsk } from './words-protocol'

/** Maximum number of characters whose words are indexed in the transaction of their records, which takes a few milliseconds. */
const AT_ONCE = 128 * 1024
/** Maximum number of characters whose words are written in one transaction afterwards, so that an answer waits no longer than that. */
const STEP = 128 * 1024

const thread = new IndexThread<WordsAsk, StoredWords[], never, never>({
  file: 'text-words',
  title: 'The thread that finds words',
  read: () => Promise.reject(new Error('Words are found without the store.')),
})

/** Records whose words are not indexed yet: those with `after` < pk ≤ `last`. */
export interface Backlog {
  after: number
  last: number
}

/** Registers work to do once a transaction is committed, before the reply. */
export type AfterCommit = (work: (engine: Engine) => Promise<void>) => void

/**
 * Index the words of new records of one dataset. Those of a large call are split in a thread of their own and written after the records, a
 * little at a time, as a job: if the server stops in between, another one indexes the rest later.
 */
export async function indexNewWords(
  tx: Tx,
  datasetId: string,
  records: readonly NewText[],
  afterCommit: AfterCommit,
): Promise<void> {
  const size = records.reduce((sum, record) => sum + textLength(record), 0)
  if (size <= AT_ONCE) return indexWords(tx, datasetId, records)
  const numbers = await ensureFieldNumbers(tx, datasetId)
  const pks = records.map(({ pk }) => pk)
  const data: Backlog = { after: Math.min(...pks) - 1, last: Math.max(...pks) }
  const about = { subject: randomUUID(), dataset: { id: datasetId }, total: records.length }
  const job = await enqueueHeld(tx, { kind: 'index_words', ...about, data })
  afterCommit((engine) => doHeldJob(engine, job, (running) => writeWords(engine, running, records, numbers)))
}

/** Index the words of a few records of one dataset, in the transaction that writes the records. */
export async function indexWords(tx: Tx, datasetId: string, records: readonly NewText[]): Promise<void> {
  if (records.length === 0) return
  const numbers = await ensureFieldNumbers(tx, datasetId)
  const store = textStoreOf(tx)
  await store.insert(
    tx,
    records.map((record) => store.prepare(recordWords(record, numbers))),
  )
}

async function writeWords(
  { kind }: Engine,
  { step }: RunningJob,
  records: readonly NewText[],
  numbers: WordsAsk['numbers'],
): Promise<void> {
  for (let from = 0; from < records.length; ) {
    const some = records.slice(from, from + fitting(records.slice(from).map(textLength), STEP))
    from += some.length
    const words = await thread.ask({ kind, records: some, numbers })
    await step(async (tx, progress) => {
      await replaceWords(tx, words)
      progress.done = some.length
      progress.isLast = from >= records.length
    })
  }
}

/** Write the words of records, which may already have words, or may have been deleted meanwhile. */
async function replaceWords(tx: Tx, words: readonly StoredWords[]): Promise<void> {
  const pks = words.map(({ pk }) => pk)
  const found = tx.selectFrom('records').select('pk').where('pk', 'in', pks).orderBy('pk')
  const kept = new Set((await (isPostgres(tx) ? found.forKeyShare() : found).execute()).map(({ pk }) => pk))
  const store = textStoreOf(tx)
  await store.remove(tx, pks)
  await store.insert(
    tx,
    words.filter(({ pk }) => kept.has(pk)),
  )
}

function textLength({ fields }: NewText): number {
  return Object.values(fields).reduce((sum, text) => sum + (text?.length ?? 0), 0)
}
