import { z } from 'zod'
import { LIMITS } from './limits'
import { defineRoute } from './route'
import { bool, fail, list, refuseNulls, text, uuid, valueError, word } from './shapes'

/** What a webhook can be told of (feedback-api §11.3): changes of feedback datasets, their records and responses. */
const WEBHOOK_EVENTS = [
  'dataset.created',
  'dataset.updated',
  'dataset.published',
  'dataset.deleted',
  'record.created',
  'record.updated',
  'record.completed',
  'record.deleted',
  'response.created',
  'response.updated',
  'response.deleted',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const url = () =>
  text({ max: LIMITS.urlLength, trim: true })
    .superRefine((value, ctx) => {
      if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
        fail(ctx, valueError('must be an http or https address'))
    })
    .meta({ type: 'string', maxLength: LIMITS.urlLength, format: 'uri' })
const events = () =>
  list(word(WEBHOOK_EVENTS), { min: 1 }).superRefine((value, ctx) => {
    if (new Set(value).size < value.length) fail(ctx, valueError('Events must be unique'))
  })
const description = () => text({ min: 1, max: LIMITS.descriptionLength }).nullish()

const WebhookCreate = z.object({ url: url(), events: events(), description: description() })
export type WebhookCreate = z.output<typeof WebhookCreate>

const WebhookPatch = z
  .object({ url: url().nullish(), events: events().nullish(), enabled: bool().nullish(), description: description() })
  .superRefine(refuseNulls(['url', 'events', 'enabled']))
export type WebhookPatch = z.output<typeof WebhookPatch>

/** A webhook without its secret, as in the log of changes. */
export const WebhookState = z.object({
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  description: z.string().nullable(),
})

const WebhookBody = WebhookState.extend({
  id: z.string(),
  /** Messages are signed with this; see the guide for programs. */
  secret: z.string(),
  inserted_at: z.string(),
  updated_at: z.string(),
})
export type WebhookBody = z.output<typeof WebhookBody>

const tag = 'Webhooks'
const access = { can: 'webhooks.manage' } as const
const WebhookParams = z.object({ webhook_id: uuid() })

/** Addresses that are told of changes, for owners. */
export const webhookRoutes = {
  listWebhooks: defineRoute({
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'All webhooks, oldest first.',
    tag,
    access,
    reply: z.object({ items: z.array(WebhookBody) }),
    status: 200,
    errors: [],
  }),
  createWebhook: defineRoute({
    method: 'POST',
    path: '/api/v1/webhooks',
    summary:
      'Have changes sent to an address from now on, each as a POST that is signed as Standard Webhooks says. Messages that cannot be delivered are sent again later, in the same order.',
    tag,
    access,
    body: WebhookCreate,
    reply: WebhookBody,
    status: 201,
    errors: ['invalid'],
  }),
  updateWebhook: defineRoute({
    method: 'PATCH',
    path: '/api/v1/webhooks/{webhook_id}',
    summary:
      'Change a webhook; keys that are absent do not change. What happens while it is disabled is not sent, also not later.',
    tag,
    access,
    params: WebhookParams,
    body: WebhookPatch,
    reply: WebhookBody,
    status: 200,
    errors: ['not_found', 'invalid'],
  }),
  deleteWebhook: defineRoute({
    method: 'DELETE',
    path: '/api/v1/webhooks/{webhook_id}',
    summary: 'Delete a webhook. What it was not told yet is not sent any more.',
    tag,
    access,
    params: WebhookParams,
    reply: WebhookBody,
    status: 200,
    errors: ['not_found'],
  }),
  pingWebhook: defineRoute({
    method: 'POST',
    path: '/api/v1/webhooks/{webhook_id}/ping',
    summary:
      'Send a message of the type `ping` at once. Any answer of the receiver will do; without one the reply is an error that says why.',
    tag,
    access,
    params: WebhookParams,
    outsideTransaction: true,
    reply: z.undefined(),
    status: 204,
    errors: ['not_found', 'invalid'],
  }),
}
