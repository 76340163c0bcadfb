import type { HandlerContext } from '../../../context'
import type { UserTable } from '../../../db/tables'
import type { FollowUp } from '../../../http/calls/follow-up'

/** "Last seen" is exact to a minute: at most one write per minute and user, rather than one per request. */
const EVERY_MICROS = 60_000_000

/** Request to record a user's visit (µs), at most once a minute. */
export function noteVisit(
  { id, last_seen_at }: Pick<UserTable, 'id' | 'last_seen_at'>,
  now: number,
  note: (work: FollowUp) => void,
): void {
  if (now - Number(last_seen_at ?? 0) >= EVERY_MICROS) note({ work: 'noteSeen', userId: id, at: now })
}

/** Users whose visit is being written, so that concurrent requests write it once. */
const beingNoted = new Set<string>()

/** Store when a user was last seen. */
export async function noteSeen({ engine }: HandlerContext, userId: string, at: number): Promise<void> {
  if (beingNoted.has(userId)) return
  beingNoted.add(userId)
  await engine
    .transaction((tx) => tx.updateTable('users').set({ last_seen_at: at }).where('id', '=', userId).execute())
    .finally(() => beingNoted.delete(userId))
}
