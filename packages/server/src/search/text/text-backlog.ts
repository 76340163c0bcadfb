import type { FieldValues } from '@postil/contract/feedback/record-parts'
import { sql } from 'kysely'
import { logBackgroundFailure } from '../../background'
import type { AppContext } from '../../context'
import { textStoreOf } from '../../db/engines/text-store-of'
import type { Tx } from '../../db/tables'
import { fitting } from '../../http/reply-size'
import { indexWords, lockBacklog } from './index-words'
import type { NewText } from './words-protocol'

/** Records indexed in one transaction: short enough that an answer never notices. */
const STEP = 100
const STEP_BYTES = 128 * 1024
/** Progress is logged after so many steps. */
const LOG_EVERY = 100

/**
 * Index the records that were there before the word index was, or before its words changed, and those of an import that a stop cut off, a few at
 * a time; until then they are found by
 * the words they had. Runs at the start; several servers share the work. Never throws: the next start goes on with what a stop left over.
 */
export async function indexBacklog(context: Pick<AppContext, 'engine' | 'log'>): Promise<void> {
  const { engine, log } = context
  try {
    for (let step = 1; ; step += 1) {
      const left = await engine.transaction(indexStep, { isBulk: true })
      if (left === undefined) return
      if (step % LOG_EVERY === 0 || left === 0) log.info({ left }, 'indexing the words of earlier records')
    }
  } catch (err) {
    logBackgroundFailure(context, err, 'indexing earlier records stopped; the next start goes on with it')
  }
}

/** Index a few records; returns about how many are left, or undefined when there was nothing to do. */
async function indexStep(tx: Tx): Promise<number | undefined> {
  // Held until the end of the transaction, so that two servers take different records.
  await lockBacklog(tx)
  const backlog = await tx.selectFrom('text_backlog').selectAll().orderBy('id').limit(1).executeTakeFirst()
  if (!backlog) return undefined
  const behind = tx
    .selectFrom('records')
    .where('pk', '>', Number(backlog.after_pk))
    .where('pk', '<=', Number(backlog.last_pk))
    .orderBy('pk')
  const sizes = await behind.select(sql<number>`octet_length(fields)`.as('bytes')).limit(STEP).execute()
  const fits = fitting(
    sizes.map(({ bytes }) => Number(bytes)),
    STEP_BYTES,
  )
  const rows = await behind.select(['pk', 'dataset_id', 'fields']).limit(fits).execute()
  const last = rows.at(-1)
  if (!last) {
    await tx.deleteFrom('text_backlog').where('id', '=', backlog.id).execute()
    return 0
  }
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
  await tx
    .updateTable('text_backlog')
    .set({ after_pk: Number(last.pk) })
    .where('id', '=', backlog.id)
    .execute()
  return Number(backlog.last_pk) - Number(last.pk)
}
