import { sql } from 'kysely'
import { nowMicros } from '../../db/clock'
import type { Db, Tx, WebhookTable } from '../../db/tables'

/** All webhooks, oldest first. */
export function listWebhooks(db: Db): Promise<WebhookTable[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('inserted_at').orderBy('id').execute()
}

export function findWebhook(db: Db, id: string): Promise<WebhookTable | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The number of the newest event of the log. */
export async function newestEvent(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('newest'))
    .executeTakeFirstOrThrow()
  return Number(newest ?? 0)
}

/** The enabled webhooks that were not told of the newest events, and that no open job is at. */
export function findWaiting(db: Db): Promise<{ id: string }[]> {
  return db
    .selectFrom('webhooks')
    .select('id')
    .where('enabled', '=', 1)
    .where('position', '<', (eb) => eb.selectFrom('events').select(sql<number>`coalesce(max(seq), 0)`.as('newest')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('kind', '=', 'deliver_webhook')
            .whereRef('subject', '=', 'webhooks.id')
            .where('state', 'in', ['waiting', 'running']),
        ),
      ),
    )
    .execute()
}

/** Up to where a webhook was told. */
export type Place = Pick<WebhookTable, 'position' | 'sent'>

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
