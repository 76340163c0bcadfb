import { logBackgroundFailure } from '../../../background'
import type { AppContext } from '../../../context'
import { nowMicros } from '../../../db/clock'
import type { Tx, UserTable } from '../../../db/tables'

/** "Last seen" is exact to a minute: one write a minute and user, not one a request. */
const EVERY_MICROS = 60_000_000

/** Users whose visit is being written: requests that come at once write it once. */
const beingNoted = new Set<string>()

/** Note, after the request, that a user was here. */
export function noteSeen(context: AppContext, user: Pick<UserTable, 'id' | 'last_seen_at'>): void {
  const now = nowMicros()
  if (beingNoted.has(user.id) || now - Number(user.last_seen_at ?? 0) < EVERY_MICROS) return
  beingNoted.add(user.id)
  context.engine
    .transaction((tx) => touchUser(tx, user.id, now))
    .catch((err: unknown) => logBackgroundFailure(context, err, 'the visit of a user could not be noted'))
    .finally(() => beingNoted.delete(user.id))
}

async function touchUser(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('users').set({ last_seen_at: now }).where('id', '=', id).execute()
}
