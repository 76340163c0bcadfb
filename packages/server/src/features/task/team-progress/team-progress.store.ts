import { LONGEST_GAP_SECONDS, QUARTER_MICROS } from '@postil/domain/progress/team-days'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables'

/** Records that one agent or user validated or discarded in a quarter of an hour, numbered since 1970. */
export interface DoneCount {
  done_as: 'Validated' | 'Discarded'
  done_by: string | null
  quarter: number
  records: number
  /** The time (µs) of the latest. */
  last: number
}

/** Who validated and discarded how many records, by quarters of an hour. Read from the index `task_records_done` alone, without the records. */
export async function countDone(db: Db, datasetId: string): Promise<DoneCount[]> {
  const { rows } = await sql<DoneCount>`
    select done_as, done_by, done_at / ${sql.lit(QUARTER_MICROS)} as quarter, count(*) as records, max(done_at) as last
    from task_records where dataset_id = ${datasetId} and done_at is not null group by 1, 2, 3`.execute(db)
  return rows.map((row) => ({
    ...row,
    quarter: Number(row.quarter),
    records: Number(row.records),
    last: Number(row.last),
  }))
}

/** How often each number of whole seconds passed between two validations by an agent; longer gaps are breaks and left out. */
export async function countDoneGaps(
  db: Db,
  datasetId: string,
): Promise<{ done_by: string | null; seconds: number; times: number }[]> {
  const { rows } = await sql<{ done_by: string | null; seconds: number; times: number }>`
    select done_by, seconds, count(*) as times from (
      select done_by, (done_at - lag(done_at) over (partition by done_by order by done_at)) / 1000000 as seconds
      from task_records where dataset_id = ${datasetId} and done_as = 'Validated' and done_at is not null) gaps
    where seconds between 1 and ${LONGEST_GAP_SECONDS} group by 1, 2 order by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, seconds: Number(row.seconds), times: Number(row.times) }))
}
