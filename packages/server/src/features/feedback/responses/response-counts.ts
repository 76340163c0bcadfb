import { sql } from 'kysely'
import { prepared } from '../../../db/prepared'
import type { ResponseCountsTable, ResponseTable, Tx } from '../../../db/tables'

/** Records that are counted in one statement: fewer than the parameters that one may take. */
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

/** Count a response that was just added: what each answer pays for, so it is one short statement. The caller has locked the record. */
export async function countResponse(tx: Tx, { record_pk, dataset_id, status }: ResponseTable): Promise<void> {
  if (status === 'draft') return
  const of = (counted: ResponseTable['status']) => Number(status === counted)
  await addCounts(tx, { counts: { record_pk, dataset_id, submitted: of('submitted'), discarded: of('discarded') } })
}

/**
 * Count the responses of some records again, after any of them was added, removed or got another status. Counting them all needs no knowledge
 * of what was there before; a record has few. The caller has locked the records, so that no other transaction changes their responses meanwhile.
 */
export async function recountResponses(tx: Tx, recordPks: readonly number[]): Promise<void> {
  const pks = [...new Set(recordPks)]
  for (let from = 0; from < pks.length; from += MOST)
    await sql`insert into response_counts (record_pk, dataset_id, submitted, discarded)
      select records.pk, records.dataset_id, count(case when status = 'submitted' then 1 end), count(case when status = 'discarded' then 1 end)
      from records left join responses on responses.record_pk = records.pk
      where records.pk in (${sql.join(pks.slice(from, from + MOST))}) group by records.pk, records.dataset_id
      on conflict (record_pk) do update set submitted = excluded.submitted, discarded = excluded.discarded`.execute(tx)
}
