import { nowMicros } from '../../db/clock'
import type { Db, Tx, WebhookTable } from '../../db/tables'
import { lastReadable } from '../../events/read-tail'

/** All webhooks, oldest first. */
export function listWebhooks(db: Db): Promise<WebhookTable[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('inserted_at').orderBy('id').execute()
}

export function findWebhook(db: Db, id: string): Promise<WebhookTable | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The enabled webhooks that were not notified of all that the log has for its readers, and that no open job is at. */
export async function findWaiting(db: Db): Promise<{ id: string }[]> {
  const idle = await db
    .selectFrom('webhooks')
    .select(['id', 'position'])
    .where('enabled', '=', 1)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('jobs')
        .select('subject')
        .where('kind', '=', 'deliver_webhook')
        .where('state', 'in', ['waiting', 'running']),
    )
    .execute()
  if (idle.length === 0) return []
  // No further than jobs can read: one that found nothing would be added again at once.
  const last = await lastReadable(db)
  return idle.filter(({ position }) => position < last)
}

/** Up to where a webhook was told, and how often its receiver has refused what comes next. */
export type Place = Pick<WebhookTable, 'position' | 'sent' | 'refusals'>

/** Store up to where a webhook was told, unless it was changed to begin anew meanwhile. */
export async function movePlace(tx: Tx, { id, position }: WebhookTable, place: Place): Promise<void> {
  await tx.updateTable('webhooks').set(place).where('id', '=', id).where('position', '=', position).execute()
}

/** Remove the job that waits to send to a webhook, which would find nothing to do. */
export async function dropWaitingJob(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('kind', '=', 'deliver_webhook')
    .where('subject', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
}

/** Have a webhook that waits after a failure tried again now. */
export async function retryNow(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ due_at: nowMicros() })
    .where('kind', '=', 'deliver_webhook')
    .where('subject', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
