import type { Db, Tx } from '../db/tables'

const KEY = 'log_begins_at'

/** The time (µs) from which on the event log is complete: older events were deleted, or lack some details. */
export async function readLogBegin(db: Db): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** Store that events from before a time were deleted. */
export async function noteLogBegin(tx: Tx, at: number): Promise<void> {
  if (at <= (await readLogBegin(tx))) return
  await tx
    .insertInto('settings')
    .values({ key: KEY, value: String(at) })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: String(at) }))
    .execute()
}
