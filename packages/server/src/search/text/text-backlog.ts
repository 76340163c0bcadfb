import type { FieldValues } from '@postil/contract/feedback/record-parts'
import { sql } from 'kysely'
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
      left = await job.step((tx, progress) => indexStep(tx, from, progress))
    }
  },
}

/** Index a few records. Returns the range that is left, or undefined when nothing is. */
async function indexStep(tx: Tx, { after, last }: Backlog, progress: Progress): Promise<Backlog | undefined> {
  const behind = tx.selectFrom('records').where('pk', '>', after).where('pk', '<=', last).orderBy('pk')
  const sizes = await behind.select(sql<number>`octet_length(fields)`.as('bytes')).limit(STEP).execute()
  const fits = fitting(
    sizes.map(({ bytes }) => Number(bytes)),
    STEP_BYTES,
  )
  const rows = await behind.select(['pk', 'dataset_id', 'fields']).limit(fits).execute()
  const lastRow = rows.at(-1)
  if (!lastRow) return undefined
  const byDataset = new Map<string, NewText[]>()
  for (const { pk, dataset_id, fields } of rows) {
    const values: FieldValues = JSON.parse(fields)
    const group = byDataset.get(dataset_id) ?? []
    byDataset.set(dataset_id, group)
    group.push({ pk: Number(pk), fields: values })
  }
  await textStoreOf(tx).remove(
    tx,
    rows.map(({ pk }) => Number(pk)),
  )
  for (const [datasetId, records] of byDataset) await indexWords(tx, datasetId, records)
  const left: Backlog = { after: Number(lastRow.pk), last }
  progress.done = rows.length
  progress.data = left
  return left
}
