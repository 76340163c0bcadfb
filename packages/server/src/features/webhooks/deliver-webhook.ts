import { LIMITS } from '@postil/contract/limits'
import { isDiskFull, isStoreBusy, isStoreGone } from '../../db/engines/engine'
import { limitConcurrency } from '../../db/engines/limit'
import type { WebhookTable } from '../../db/tables'
import { readTail, type StoredEvent } from '../../events/read-tail'
import type { JobContext, JobDefinition, RunningJob } from '../../jobs/job'
import { Describer } from './describe'
import { type Notice, noticesOf } from './notices'
import type { Reach } from './reach'
import { NotDelivered, send, signMessage } from './send'
import { SendingRoom } from './sending-room'
import { eventsOf } from './webhooks.service'
import { findWaiting, findWebhook, movePlace, type Place } from './webhooks.store'

/** Events read at once. */
const EVENTS = 100
/** Messages after which it is stored which were sent. After a crash, at most as many are sent again. */
const MESSAGES = 50
/** A message that the receiver refuses this many times, in some 35 minutes, is given up, so that later ones get there. */
const MOST_REFUSALS = 12
/** Messages are made one at a time, whichever webhook they are for: the records in them may be large. */
const oneAtATime = limitConcurrency(1)
/** A record can take 64 MB, and there may be ten webhooks. */
const room = new SendingRoom(LIMITS.replyBytes)

/**
 * Send a webhook what it was not told yet, one message after the other in the order of the event log. As long as the receiver cannot be
 * reached, nothing is given up: the job is tried again after growing pauses. Every message is sent at least once.
 */
export function deliverWebhook(reach: Reach): JobDefinition {
  return {
    isParallel: true,
    isNeverGivenUp: true,
    findDue: async (db) => (await findWaiting(db)).map(({ id }) => ({ kind: 'deliver_webhook', subject: id })),
    run: async (job, context) => {
      for (;;) {
        const hook = await findWebhook(context.engine.db, job.row.subject)
        if (!hook || hook.enabled === 0 || !(await deliverSome(job, context, hook, reach))) return
      }
    },
  }
}

/** Send some messages, and store up to where. Returns false when there are no new events. */
async function deliverSome(
  { step }: RunningJob,
  { engine, log }: JobContext,
  hook: WebhookTable,
  reach: Reach,
): Promise<boolean> {
  const { db } = engine
  const events = await readTail(db, hook.position, EVENTS)
  const last = events.at(-1)
  if (!last) return false
  const wanted = new Set<string>(eventsOf(hook))
  const describer = new Describer(db)
  const start: Place = { position: hook.position, sent: hook.sent, refusals: hook.refusals }
  let place = start
  let isMoved = false
  let sent = 0
  try {
    for (const { id, notice, next } of messagesAfter(hook, events)) {
      const { type, at } = notice
      if (wanted.has(type)) {
        let leave = () => {}
        try {
          const message = await oneAtATime(async () => {
            const data = await describer.describe(notice)
            if (data === undefined) return undefined
            const signed = await signMessage(hook.secret, { id, type, at, data })
            leave = await room.take(Number(signed.headers['content-length']))
            return signed
          })
          // Read again before each message: it may have been changed or deleted meanwhile.
          if ((await findWebhook(db, hook.id))?.updated_at !== hook.updated_at) return true
          if (message) await send(hook.url, message, reach)
          sent += Number(message !== undefined)
        } catch (cause) {
          if (mayPass(cause)) throw cause
          place = { ...place, refusals: place.refusals + 1 }
          if (place.refusals < MOST_REFUSALS) throw cause
          log.warn({ err: cause, webhook: hook.id, message: id }, 'a message of a webhook was given up')
        } finally {
          leave()
        }
      }
      place = { ...next, refusals: 0 }
      isMoved = true
      if (sent === MESSAGES) return true
    }
    place = { position: last.seq, sent: 0, refusals: 0 }
    isMoved = true
    return true
  } finally {
    // A step is progress, after which the pauses between failures begin anew.
    if (isMoved)
      await step(async (tx, progress) => {
        progress.done = sent
        await movePlace(tx, hook, place)
      })
    else if (place !== start) await engine.transaction((tx) => movePlace(tx, hook, place), { isBulk: true })
  }
}

/** Whether a failure may pass by itself: the receiver, or our own store, cannot be reached at the moment. */
function mayPass(cause: unknown): boolean {
  if (cause instanceof NotDelivered) return !cause.isRefused
  return isStoreGone(cause) || isStoreBusy(cause) || isDiskFull(cause)
}

/** The messages of these events that come after those which a webhook was told, each with the place after it. */
function* messagesAfter(
  hook: WebhookTable,
  events: readonly StoredEvent[],
): Generator<{ id: string; notice: Notice; next: Pick<Place, 'position' | 'sent'> }> {
  let { position, sent } = hook
  for (const event of events) {
    const { seq } = event
    const notices = noticesOf(event)
    for (const [index, notice] of notices.entries()) {
      if (index < sent) continue
      const isLast = index + 1 === notices.length
      const next = isLast ? { position: seq, sent: 0 } : { position, sent: index + 1 }
      yield { id: `msg_${seq}_${index}`, notice, next }
    }
    position = seq
    sent = 0
  }
}
