import { sql } from 'kysely'
import { prepared } from '../../../db/prepared'
import type { ResponseCountsTable, ResponseTable, Tx } from '../../../db/tables'
import { GOLD_COUNT } from '../../../search/record-query'

/** Maximum number of records counted in one statement, below the limit for parameters. */
const MOST = 10_000

const addCounts = prepared((tx: Tx, row: { counts: ResponseCountsTable }) =>
  tx
    .insertInto('response_counts')
    .values(row.counts)
    .onConflict((oc) =>
      oc.column('record_pk').doUpdateSet((eb) => ({
        submitted: eb('response_counts.submitted', '+', eb.ref('excluded.submitted')),
        discarded: eb('response_counts.discarded', '+', eb.ref('excluded.discarded')),
      })),
    ),
)

/** Count a response that was just added, in one short statement, since every answer pays for it. The caller has locked the record. */
export async function countResponse(tx: Tx, { record_pk, dataset_id, status }: ResponseTable): Promise<void> {
  if (status === 'draft') return
  const of = (counted: ResponseTable['status']) => Number(status === counted)
  await addCounts(tx, { counts: { record_pk, dataset_id, submitted: of('submitted'), discarded: of('discarded') } })
}

/**
 * Recount the responses of some records, after any were added, deleted or got another status. Counting all of them needs no knowledge of
 * the earlier state, and a record has few. The caller has locked the records, so that no other transaction changes their responses
 * meanwhile.
 * Gold records stay gold.
 */
export async function recountResponses(tx: Tx, recordPks: readonly number[]): Promise<void> {
  const pks = [...new Set(recordPks)]
  for (let from = 0; from < pks.length; from += MOST)
    await sql`insert into response_counts (record_pk, dataset_id, submitted, discarded)
      select records.pk, records.dataset_id, count(case when status = 'submitted' then 1 end), count(case when status = 'discarded' then 1 end)
      from records left join responses on responses.record_pk = records.pk
      where records.pk in (${sql.join(pks.slice(from, from + MOST))}) group by records.pk, records.dataset_id
      on conflict (record_pk) do update set discarded = excluded.discarded,
        submitted = case when response_counts.submitted >= ${GOLD_COUNT} then ${GOLD_COUNT} else 0 end + excluded.submitted`.execute(
      tx,
    )
}
