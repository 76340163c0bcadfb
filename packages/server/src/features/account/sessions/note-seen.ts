import type { HandlerContext } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import type { Tx, UserTable } from '../../../db/tables'
import type { FollowUp } from '../../../http/calls/follow-up'

/** "Last seen" and "last used" are exact to a minute: at most one write per minute and user or key, rather than one per request. */
export const NOTED_EVERY_MICROS = 60_000_000

/** Request to record a user's visit (µs), at most once a minute. */
export function noteVisit(
  { id, last_seen_at }: Pick<UserTable, 'id' | 'last_seen_at'>,
  now: number,
  note: (work: FollowUp) => void,
): void {
  if (now - (last_seen_at ?? 0) >= NOTED_EVERY_MICROS) note({ work: 'noteSeen', userId: id, at: now })
}

/** The ids of users and keys whose use is being written, so that concurrent requests write it once. */
const beingNoted = new Set<string>()

/** Store when a user was last seen (µs). */
export function noteSeen({ engine }: HandlerContext, id: string, at: number): Promise<void> {
  return noteOnce(engine, id, (tx) => tx.updateTable('users').set({ last_seen_at: at }).where('id', '=', id).execute())
}

/** Store when a key was last used (µs). */
export function noteKeyUse({ engine }: HandlerContext, id: string, at: number): Promise<void> {
  return noteOnce(engine, id, (tx) =>
    tx.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute(),
  )
}

async function noteOnce(engine: Engine, id: string, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  if (beingNoted.has(id)) return
  beingNoted.add(id)
  await engine.transaction(write).finally(() => beingNoted.delete(id))
}
