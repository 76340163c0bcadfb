import type { Doubt, Doubts } from '@postil/contract/feedback/team/doubts'
import { wireTime, wireTimeOrNull } from '../../../db/clock'
import type { DoubtTable } from '../../../db/tables'

/** A doubt in replies and in the event log. */
export function doubtToWire(row: DoubtTable): Doubt {
  return {
    id: row.id,
    record_id: row.record_id,
    user_id: row.user_id,
    note: row.note,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
    reply: row.reply,
    resolved_at: wireTimeOrNull(row.resolved_at),
    resolved_by: row.resolved_by,
    is_seen: row.seen_at !== null,
  }
}

/** Doubts in replies, with the names of their users. */
export async function doubtsToWire(
  rows: readonly DoubtTable[],
  findNames: (ids: string[]) => Promise<Doubts['users']>,
): Promise<Doubts> {
  const ids = rows.flatMap(({ user_id, resolved_by }) => [user_id, resolved_by]).filter((id) => id !== null)
  return { items: rows.map(doubtToWire), users: await findNames([...new Set(ids)]) }
}
