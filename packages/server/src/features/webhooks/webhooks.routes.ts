import { type WebhookBody, webhookRoutes } from '@postil/contract/webhooks'
import { wireTime } from '../../db/clock'
import type { WebhookTable } from '../../db/tables'
import { handle } from '../../http/calls/handle'
import { createWebhook, deleteWebhook, eventsOf, pingWebhook, updateWebhook } from './webhooks.service'
import { listWebhooks } from './webhooks.store'

/** Handlers of the webhook routes (feedback-api §11.3). */
export const webhookHandlers = handle(webhookRoutes, {
  listWebhooks: async ({ db }) => ({ items: (await listWebhooks(db)).map(webhookToWire) }),
  createWebhook: async (call) => webhookToWire(await createWebhook(call, call.body)),
  updateWebhook: async (call) => {
    call.later({ work: 'runJobs' })
    return webhookToWire(await updateWebhook(call, call.params.webhook_id, call.body))
  },
  deleteWebhook: async (call) => webhookToWire(await deleteWebhook(call, call.params.webhook_id)),
  pingWebhook: async ({ context, params }) => {
    await pingWebhook(context, params.webhook_id)
    return undefined
  },
})

/** Clients check the signatures of messages with the secret, so owners can always read it. */
function webhookToWire(row: WebhookTable): WebhookBody {
  return {
    id: row.id,
    url: row.url,
    secret: row.secret,
    events: eventsOf(row),
    enabled: row.enabled === 1,
    description: row.description,
    inserted_at: wireTime(row.inserted_at),
    updated_at: wireTime(row.updated_at),
  }
}
