import type { Db, Tx } from '../db/tables'

const KEY = 'log_begins_at'

/** From when on the log has every change (µs): older events were deleted, or did not say all. */
export async function readLogBegin(db: Db): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** Note that events from before a time were deleted. */
export async function noteLogBegin(tx: Tx, at: number): Promise<void> {
  if (at <= (await readLogBegin(tx))) return
  await tx
    .insertInto('settings')
    .values({ key: KEY, value: String(at) })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: String(at) }))
    .execute()
}
