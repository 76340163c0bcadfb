import type { FieldValues } from '@postil/contract/feedback/record-parts'
import { sql } from 'kysely'
import { isPostgres } from '../../db/engines/is-postgres'
import { textStoreOf } from '../../db/engines/text-store-of'
import type { Tx } from '../../db/tables'
import { fitting } from '../../http/bodies/reply-size'
import type { JobDefinition, Progress } from '../../jobs/job'
import { type Backlog, indexWords } from './index-words'
import type { NewText } from './words-protocol'

/** Number of records indexed in one transaction: so few that no answer is noticeably delayed. */
const STEP = 100
const STEP_BYTES = 128 * 1024

/**
 * Index the records of an interrupted import, and those that were stored before the word index existed or before its rules changed, a few
 * at a time. Until then they are found by their previous words.
 */
export const indexBacklog: JobDefinition = {
  run: async (job) => {
    let left: Backlog | undefined = JSON.parse(job.row.data)
    while (left) {
      const from: Backlog = left
      left = await job.step((tx, progress) => indexStep(tx, from, job.row.dataset_id, progress))
    }
  },
}

/**
 * Index a few records: those of one dataset, or of all. Records of a dataset in the bin keep the words they have, since its fields are not in
 * their tables; they are indexed when it is restored. Returns the range that is left, or undefined when nothing is.
 */
async function indexStep(
  tx: Tx,
  { after, last }: Backlog,
  datasetId: string | null,
  progress: Progress,
): Promise<Backlog | undefined> {
  const found = await tx
    .selectFrom('records')
    .select(['pk', 'dataset_id', sql<number>`octet_length(fields)`.as('bytes')])
    .where('pk', '>', after)
    .where('pk', '<=', last)
    .orderBy('pk')
    .limit(STEP)
    .execute()
  const datasets = [...new Set(found.map(({ dataset_id }) => dataset_id))]
  const indexed = await keepFromBin(
    tx,
    datasets.filter((id) => datasetId === null || id === datasetId),
  )
  const sizes = found.map(({ dataset_id, bytes }) => (indexed.has(dataset_id) ? bytes : 0))
  const some = found.slice(0, fitting(sizes, STEP_BYTES))
  const lastRow = some.at(-1)
  if (!lastRow) return undefined
  const pks = some.filter(({ dataset_id }) => indexed.has(dataset_id)).map(({ pk }) => pk)
  if (pks.length > 0) await indexAgain(tx, pks)
  const left: Backlog = { after: lastRow.pk, last }
  progress.done = pks.length
  progress.data = left
  return left
}

/** Split the texts of these records into words again. */
async function indexAgain(tx: Tx, pks: readonly number[]): Promise<void> {
  const rows = await tx.selectFrom('records').select(['pk', 'dataset_id', 'fields']).where('pk', 'in', pks).execute()
  const byDataset = new Map<string, NewText[]>()
  for (const { pk, dataset_id, fields } of rows) {
    const values: FieldValues = JSON.parse(fields)
    const group = byDataset.get(dataset_id) ?? []
    byDataset.set(dataset_id, group)
    group.push({ pk, fields: values })
  }
  await textStoreOf(tx).remove(tx, pks)
  for (const [datasetId, records] of byDataset) await indexWords(tx, datasetId, records)
}

/** Keep these datasets out of the bin until the end of the transaction. Those that are in it are marked as missing words, and not returned. */
async function keepFromBin(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const lock = async (some: readonly string[]) => {
    if (some.length === 0) return []
    const found = tx.selectFrom('datasets').select('id').where('id', 'in', some).orderBy('id')
    return (await (isPostgres(tx) ? found.forKeyShare() : found).execute()).map(({ id }) => id)
  }
  const there = new Set(await lock(ids))
  const others = ids.filter((id) => !there.has(id))
  if (others.length === 0) return there
  await tx.updateTable('bin').set({ words_missing: 1 }).where('dataset_id', 'in', others).execute()
  // The statement before waits for a dataset that is just being restored.
  for (const id of await lock(others)) there.add(id)
  return there
}
