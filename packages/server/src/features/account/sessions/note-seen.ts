import type { HandlerContext } from '../../../context'
import type { UserTable } from '../../../db/tables'
import type { FollowUp } from '../../../http/follow-up'

/** "Last seen" is exact to a minute: one write a minute and user, not one a request. */
const EVERY_MICROS = 60_000_000

/** Have it noted that a user is here now (µs), at most once a minute. */
export function noteVisit(
  { id, last_seen_at }: Pick<UserTable, 'id' | 'last_seen_at'>,
  now: number,
  note: (work: FollowUp) => void,
): void {
  if (now - Number(last_seen_at ?? 0) >= EVERY_MICROS) note({ work: 'noteSeen', userId: id, at: now })
}

/** Users whose visit is being written: requests that come at once write it once. */
const beingNoted = new Set<string>()

/** Keep when a user was last here. */
export async function noteSeen({ engine }: HandlerContext, userId: string, at: number): Promise<void> {
  if (beingNoted.has(userId)) return
  beingNoted.add(userId)
  await engine
    .transaction((tx) => tx.updateTable('users').set({ last_seen_at: at }).where('id', '=', userId).execute())
    .finally(() => beingNoted.delete(userId))
}
