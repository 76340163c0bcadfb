import { randomBytes, randomUUID } from 'node:crypto'
import { LIMITS } from '@postil/contract/limits'
import type { WebhookCreate, WebhookEvent, WebhookPatch } from '@postil/contract/webhooks'
import type { HandlerContext, SessionUser } from '../../context'
import { changedColumns, isUnchanged } from '../../db/changed-columns'
import { nowMicros } from '../../db/clock'
import { type Change, logEvent } from '../../db/events'
import type { Db, Tx, WebhookTable } from '../../db/tables'
import { InvalidError, NotFoundError } from '../../errors'
import { lastReadable } from '../../events/read-tail'
import { VERSION } from '../../wire/python-client'
import { isKnownOutOfReach, reachOf } from './reach'
import { NotDelivered, outOfReach, send, signMessage } from './send'
import { dropWaitingJob, findWebhook, listWebhooks, retryNow } from './webhooks.store'

type Call = { tx: Tx; user: SessionUser; context: HandlerContext }

/** Throws `NotFoundError`. */
async function getWebhook(db: Db, id: string): Promise<WebhookTable> {
  const row = await findWebhook(db, id)
  if (!row) throw new NotFoundError(`Webhook with id \`${id}\` not found`)
  return row
}

/** Create a webhook, which is notified of what happens from now on. Throws `InvalidError`, `NotDelivered`. */
export async function createWebhook({ tx, user, context }: Call, body: WebhookCreate): Promise<WebhookTable> {
  assertInReach(body.url, context)
  if ((await listWebhooks(tx)).length >= LIMITS.webhooks)
    throw new InvalidError(`You can't create more than ${LIMITS.webhooks} webhooks. Please delete some of them first`)
  const now = nowMicros()
  const row: WebhookTable = {
    id: randomUUID(),
    url: body.url,
    secret: `whsec_${randomBytes(32).toString('base64')}`,
    events: JSON.stringify(body.events),
    enabled: 1,
    description: body.description ?? null,
    position: await lastReadable(tx),
    sent: 0,
    refusals: 0,
    inserted_at: now,
    updated_at: now,
  }
  await tx.insertInto('webhooks').values(row).execute()
  await logEvent(tx, { ...aboutWebhook(user, row), kind: 'webhook.create', after: stateOf(row) })
  return row
}

/** Change a webhook. One that was disabled is notified of what happens from now on. Throws `NotFoundError`, `NotDelivered`. */
export async function updateWebhook(
  { tx, user, context }: Call,
  id: string,
  body: WebhookPatch,
): Promise<WebhookTable> {
  if (body.url) assertInReach(body.url, context)
  const before = await getWebhook(tx, id)
  const changed = changedColumns(before, {
    url: body.url ?? undefined,
    events: body.events ? JSON.stringify(body.events) : undefined,
    enabled: body.enabled === null || body.enabled === undefined ? undefined : Number(body.enabled),
    description: body.description,
  })
  if (isUnchanged(changed)) return before
  const isEnabledAgain = changed.enabled === 1
  const written = {
    ...changed,
    updated_at: nowMicros(),
    refusals: 0,
    ...(isEnabledAgain && { position: await lastReadable(tx), sent: 0 }),
  }
  await tx.updateTable('webhooks').set(written).where('id', '=', id).execute()
  const after = { ...before, ...written }
  if (after.enabled === 1) await retryNow(tx, id)
  else await dropWaitingJob(tx, id)
  await logEvent(tx, {
    ...aboutWebhook(user, after),
    kind: 'webhook.update',
    before: stateOf(before),
    after: stateOf(after),
  })
  return after
}

/** Delete a webhook. Throws `NotFoundError`. */
export async function deleteWebhook({ tx, user }: Call, id: string): Promise<WebhookTable> {
  const row = await getWebhook(tx, id)
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
  await dropWaitingJob(tx, id)
  await logEvent(tx, { ...aboutWebhook(user, row), kind: 'webhook.delete', before: stateOf(row) })
  return row
}

/**
 * Send a message at once, also to one that is disabled. Any answer will do: listeners of the Python client answer 500 to a type that is not
 * one of theirs. Throws `NotFoundError`, and `NotDelivered` when nobody answers.
 */
export async function pingWebhook(context: HandlerContext, id: string): Promise<void> {
  const row = await getWebhook(context.engine.db, id)
  const data = { agent: 'postil', version: VERSION }
  const ping = { id: `msg_${randomUUID()}`, type: 'ping', at: nowMicros(), data }
  const message = await signMessage(row.secret, ping)
  await send(row.url, message, reachOf(context.config)).catch((cause: unknown) => {
    if (!(cause instanceof NotDelivered && cause.isRefused)) throw cause
  })
}

/** A name is looked up only when something is sent: where it leads may change. */
function assertInReach(given: string, { config }: HandlerContext): void {
  const url = new URL(given)
  if (isKnownOutOfReach(url, reachOf(config))) throw outOfReach(url)
}

/** The events that a webhook is notified of. */
export function eventsOf({ events }: Pick<WebhookTable, 'events'>): WebhookEvent[] {
  return JSON.parse(events)
}

function stateOf(row: WebhookTable) {
  return { url: row.url, events: eventsOf(row), enabled: row.enabled === 1, description: row.description }
}

function aboutWebhook(user: SessionUser, { id }: WebhookTable): Pick<Change<'webhook.create'>, 'subjectId' | 'userId'> {
  return { subjectId: id, userId: user.id }
}
